module github.com/reslint/reslint/e2e/nogo

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.2
	github.com/bazelbuild/buildtools v0.0.0-20250930140053-2eb4fccefb52
	github.com/bazelbuild/rules_go v0.65.0
	github.com/reslint/reslint v0.0.0
	golang.org/x/tools v0.52.0
)

require (
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
)

replace github.com/reslint/reslint => ../..
