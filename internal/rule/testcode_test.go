package rule

import (
	"go/parser"
	"go/token"
	"testing"
)

func TestIsTest(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      bool
	}{
		{"/src/shop/orders_test.go", "package shop", true},
		{"/src/shop/orders.go", "package shop", false},
		{"/src/shop/helpers.go", "package shop\nimport _ \"testing\"", true},
		{"/src/shop/helpers.go", "package shop\nimport _ \"testing/iotest\"", true},
		{"/src/shop/helpers.go", "package shop\nimport _ \"testingx\"", false},
		{"/src/shop/suite.go", "package shop\nimport _ \"github.com/stretchr/testify/suite\"", true},
		{"/src/shop/handler.go", "package shop\nimport _ \"net/http/httptest\"", false},
		{"/src/shop/server_mock.go", "package shop\nimport _ \"net/http/httptest\"", true},
		{"/src/shop/internal/fakes/server.go", "package server\nimport _ \"net/http/httptest\"", true},
		{"/src/shop/server.go", "package shoptest\nimport _ \"net/http/httptest\"", true},
		{"/home/tester/shop/server.go", "package shop\nimport _ \"net/http/httptest\"", false},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, tt.name, tt.src, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		if got := IsTest(fset, file); got != tt.want {
			t.Errorf("%s, %q: %t", tt.name, tt.src, got)
		}
	}
}
