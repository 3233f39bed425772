module github.com/reslint/reslint/resilience

go 1.23
