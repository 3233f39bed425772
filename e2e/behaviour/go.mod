module github.com/reslint/reslint/e2e/behaviour

go 1.26.0

require github.com/reslint/reslint/resilience v0.0.0

replace github.com/reslint/reslint/resilience => ../../resilience
