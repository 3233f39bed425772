module example.com/shop

go 1.26

require example.com/lib v0.0.0

replace example.com/lib => ./lib
