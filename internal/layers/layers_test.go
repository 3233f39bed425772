package layers

import (
	"reflect"
	"testing"
)

func TestChain(t *testing.T) {
	tests := []struct {
		chain Chain
		text  string
		calls int
		known bool
	}{
		{Chain{}, "", 1, true},
		{Chain{Layers: []Layer{{Kind: Loop, Name: "(*api.Handler).Serve", Place: "shop/api/handler.go:20", Attempts: 3},
			{Kind: Client, Name: "the AWS SDK", Attempts: 3, Default: true}}, Ends: "(*s3.Client).GetObject"},
			"3 × loop (*api.Handler).Serve [shop/api/handler.go:20] > ~3 × client the AWS SDK > (*s3.Client).GetObject", 9, true},
		{Chain{Layers: []Layer{{Kind: Queue, Name: "orders.Next", Place: "a/b.go:1", Attempts: Endless}, {Kind: Library, Name: "f", Attempts: 4}}},
			"∞ × queue orders.Next [a/b.go:1] > 4 × library f > ", 4, false},
		{Chain{Layers: []Layer{{Kind: Mesh, Name: "orders.shop.svc", Attempts: 0}}, Ends: "x"}, "n × mesh orders.shop.svc > x", 1, false},
	}
	for _, test := range tests {
		if got := test.chain.String(); got != test.text {
			t.Errorf("String() = %q, want %q", got, test.text)
		}
		if got, known := test.chain.Calls(); got != test.calls || known != test.known {
			t.Errorf("%s: Calls() = %d, %v, want %d, %v", test.text, got, known, test.calls, test.known)
		}
		back, err := Parse(test.text)
		if err != nil || !reflect.DeepEqual(back, test.chain) {
			t.Errorf("Parse(%q) = %+v, %v, want %+v", test.text, back, err, test.chain)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("3 × loop f [a.go:1] > ~n × client g > (*http.Client).Do")
	f.Add("∞ × queue q > ")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(c.String())
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%q is read as %+v, and its text %q as %+v, %v", text, c, c.String(), again, err)
		}
	})
}

func TestHeed(t *testing.T) {
	deaf, a, b := Layer{Attempts: 3}, Layer{Heeds: "a"}, Layer{Heeds: "b"}
	for _, tt := range []struct {
		outer, inner []Layer
		want         bool
	}{
		{[]Layer{a}, []Layer{a}, true},
		{[]Layer{a}, []Layer{deaf, a}, true}, // what the loop gives up is what the policy inside did
		{[]Layer{deaf, a}, []Layer{deaf, b, a}, true},
		{[]Layer{a}, []Layer{b}, false},
		{[]Layer{deaf}, []Layer{a}, false},
		{[]Layer{deaf}, []Layer{deaf}, false},
		{[]Layer{a}, nil, false},
	} {
		if got := Heed(tt.outer, tt.inner); got != tt.want {
			t.Errorf("%v around %v: %t", tt.outer, tt.inner, got)
		}
	}
}
