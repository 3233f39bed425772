package destination

import "testing"

func TestTargetHost(t *testing.T) {
	for target, want := range map[string]string{
		"orders:443":                 "orders:443",
		"dns:///orders:443":          "orders:443",
		"dns:orders:443":             "orders:443",
		"dns://8.8.8.8/orders:443":   "orders:443",
		"passthrough:///orders:443":  "orders:443",
		"xds:///orders":              "",
		"xds:orders":                 "",
		"unix:///run/orders.sock":    "",
		"unix:run/orders.sock":       "",
		"unix-abstract:orders":       "",
		"consul://127.0.0.1/orders":  "",
		"dns:///":                    "",
		"":                           "",
		"dns://8.8.8.8":              "",
		"kubernetes:///orders.shop:": "",
	} {
		if got, ok := targetHost(target); ok != (want != "") || ok && got != want {
			t.Errorf("targetHost(%q) = %q, %v, want %q", target, got, ok, want)
		}
	}
}

func TestURLHost(t *testing.T) {
	for _, tt := range []struct {
		text text
		want Host
		ok   bool
	}{
		{text{"http://orders", true}, Host{Name: "orders"}, true},
		{text{"http://orders", false}, Host{}, false}, // .depot may follow
		{text{"http://orders/", false}, Host{Name: "orders"}, true},
		{text{"http://orders?x", false}, Host{Name: "orders"}, true},
		{text{"https://u:p@orders:8443/x", true}, Host{"orders:8443", true}, true},
		{text{"http://[::1]:80/", true}, Host{Name: "[::1]:80"}, true},
		{text{"ftp://orders/", true}, Host{}, false},
		{text{"orders/", true}, Host{}, false},
		{text{"/orders", true}, Host{}, false},
		{text{"http:///x", true}, Host{}, false},
		{text{"", false}, Host{}, false},
	} {
		if got, ok := urlHost(tt.text); got != tt.want || ok != tt.ok {
			t.Errorf("urlHost(%+v) = %+v, %v, want %+v, %v", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}
