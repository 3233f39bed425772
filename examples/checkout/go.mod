module github.com/reslint/reslint/examples/checkout

go 1.26.0
