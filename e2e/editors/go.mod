module github.com/reslint/reslint/e2e/editors

go 1.26.8
