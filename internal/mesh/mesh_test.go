package mesh

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAttempts(t *testing.T) {
	for _, tt := range []struct {
		items, host string
		encrypted   bool
		want        int
		where       string
	}{
		// what a user says
		{items: "orders=3", host: "orders", want: 3, where: "-mesh"},
		{items: "orders=3", host: "Orders:8080", want: 3, where: "-mesh"},
		{items: "orders=3", host: "orders", encrypted: true, want: 3, where: "-mesh"},
		{items: "orders=3", host: "orders.shop"},
		{items: "orders:8080=3", host: "orders:8080", want: 3, where: "-mesh"},
		{items: "orders:8080=3", host: "orders"},
		{items: "*.pay.svc=2", host: "card.pay.svc.cluster.local:443", want: 2, where: "-mesh"},
		{items: "*.pay.svc=2", host: "pay.svc"},
		{items: "*.svc=4,*.pay.svc=2,card.pay.svc=6", host: "card.pay.svc", want: 6, where: "-mesh"},
		{items: "*.svc=4,*.pay.svc=2", host: "card.pay.svc", want: 2, where: "-mesh"},
		{items: "orders=4,orders=2", host: "orders", want: 2, where: "-mesh"},
		{items: "[::1]=2", host: "[::1]:80", want: 2, where: "-mesh"},

		// Istio: the least of all routes, since nobody knows which is taken
		{items: "virtualservice.yaml", host: "orders", want: 3, where: "virtualservice.yaml:22"},
		{items: "virtualservice.yaml", host: "orders:8080", want: 3, where: "virtualservice.yaml:22"},
		{items: "virtualservice.yaml", host: "orders.shop", want: 3, where: "virtualservice.yaml:22"},
		{items: "virtualservice.yaml", host: "orders.shop.svc.cluster.local.", want: 3, where: "virtualservice.yaml:22"},
		{items: "virtualservice.yaml", host: "orders.depot"},
		{items: "virtualservice.yaml", host: "pay", want: 3, where: "virtualservice.yaml:22"}, // of its own namespace
		{items: "virtualservice.yaml", host: "stock"},
		{items: "virtualservice.yaml", host: "stock.depot", want: 3, where: "virtualservice.yaml:22"},
		{items: "virtualservice.yaml", host: "orders", encrypted: true},
		{items: "virtualservice.yaml", host: "default", want: 3, where: "virtualservice.yaml (Istio's default)"},
		{items: "virtualservice.yaml", host: "a.legacy.example.com", want: 3, where: "virtualservice.yaml (Istio's default)"},
		{items: "virtualservice.yaml", host: "off.example.com", want: 1, where: "virtualservice.yaml:41"},
		{items: "virtualservice.yaml", host: "empty.example.com", want: 1, where: "virtualservice.yaml:51"},
		{items: "virtualservice.yaml", host: "shop.example.com", encrypted: true, want: 2, where: "virtualservice.yaml:62"},
		{items: "virtualservice.yaml", host: "delegated.example.com"},
		{items: "virtualservice.yaml", host: "any.example.org"},
		{items: "virtualservice.yaml,default=1", host: "default", want: 1, where: "-mesh"},

		// the Gateway API
		{items: "httproute.yaml", host: "orders", want: 4, where: "httproute.yaml:12"},
		{items: "httproute.yaml", host: "orders.shop.svc:80", want: 4, where: "httproute.yaml:12"},
		{items: "httproute.yaml", host: "orders-v2"}, // called directly, no route is taken
		{items: "httproute.yaml", host: "shop.example.com", encrypted: true, want: 2, where: "httproute.yaml:22"},
		{items: "httproute.yaml", host: "front"},
		{items: "httproute.yaml", host: "unsaid"},
		{items: "httproute.yaml", host: "ledger.vault", want: 3, where: "httproute.yaml:37"},
		{items: "httproute.yaml", host: "ledger"}, // of which namespace?

		// Envoy: with the port as it is called
		{items: "envoy.json", host: "orders", want: 5, where: "envoy.json:8"},
		{items: "envoy.json", host: "orders:8080", want: 5, where: "envoy.json:8"},
		{items: "envoy.json", host: "orders:9090"},
		{items: "envoy.json", host: "eu.orders.example.com", want: 5, where: "envoy.json:8"},
		{items: "envoy.json", host: "pay.example.com", want: 2, where: "envoy.json:15"},
		{items: "envoy.json", host: "never.example.com", want: 1, where: "envoy.json:22"},
		{items: "envoy.json", host: "other.example.com"},
		{items: "anchors.yaml", host: "a.example.com", want: 3, where: "anchors.yaml:3"},
		{items: "anchors.yaml", host: "b.example.com", want: 3, where: "anchors.yaml:3"},
		{items: "envoy.json,virtualservice.yaml@0123", host: "orders.shop", want: 3, where: "virtualservice.yaml:22"},
	} {
		c, err := Parse(items(tt.items))
		if err != nil {
			t.Errorf("%s: %v", tt.items, err)
			continue
		}
		if n, where := c.Attempts(tt.host, tt.encrypted); n != tt.want || n > 0 && where != tt.where {
			t.Errorf("%s: Attempts(%s, %v) = %d, %q, want %d, %q", tt.items, tt.host, tt.encrypted, n, where, tt.want, tt.where)
		}
	}
}

// items are the items of a flag, the files those of testdata.
func items(s string) (list []string) {
	for item := range strings.SplitSeq(s, ",") {
		if !IsPair(item) {
			item = filepath.Join("testdata", item)
		}
		list = append(list, item)
	}
	return list
}

func TestWrong(t *testing.T) {
	const istio = "apiVersion: networking.istio.io/v1\nkind: VirtualService\nspec:\n"
	for _, tt := range []struct{ text, want string }{
		{"", "it holds no VirtualService"},
		{"kind: Service\n", "it holds no VirtualService"},
		{"a: b\n", "it holds no VirtualService"},
		{"- 1\n", "it holds no VirtualService"},
		{"virtual_hosts: []\n", "it holds no VirtualService"},
		{"a: [\n", "x.yaml: "},
		{"spec:\n  {{- range .Hosts }}\n", "a template has to be rendered first"},
		{istio + "  hosts: orders\n", "x.yaml:4: spec.hosts is no list: write each host behind a -"},
		{istio + "  hosts: [a*b*c]\n", `x.yaml:4: spec.hosts: "a*b*c": one * can stand`},
		{istio + "  hosts: [http://a]\n", `x.yaml:4: spec.hosts: "http://a" is no host`},
		{istio + "  hosts: [a]\n  http:\n  - retries:\n      attempts: three\n", `x.yaml:7: spec.http.retries.attempts is "three": write a whole number, 0 for no retry`},
		{istio + "  hosts: [a]\n  http:\n  - retries: {attempts: -1}\n", `x.yaml:6: spec.http.retries.attempts is "-1"`},
		{istio + "  hosts: [a]\n  http:\n  - retries: {attempts: 99999999999999999999}\n", `x.yaml:6: spec.http.retries.attempts`},
		{"apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nspec:\n  rules:\n  - retry: {attempts: 1.5}\n", `x.yaml:5: HTTPRoute spec.rules.retry.attempts is "1.5"`},
		{"virtual_hosts:\n- domains: [a]\n  routes:\n  - route:\n      retry_policy:\n        retry_on: 5xx\n        num_retries: [1]\n", `x.yaml:7: retry_policy.num_retries`},
	} {
		if _, err := parseFile("x.yaml", []byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q", tt.text, err, tt.want)
		}
	}
	for item, want := range map[string]string{
		"orders=":              `orders=: "" is no number of attempts: 1 for no retry`,
		"orders=0":             `"0" is no number of attempts`,
		"a/b=3":                `"a/b" is no host`,
		"nosuch.yaml":          "name a file, or say HOST=ATTEMPTS",
		"testdata/nosuch.yaml": "testdata/nosuch.yaml",
		"mesh.go":              "mesh.go: ",
		"../mesh/mesh_test.go": "../mesh/mesh_test.go: ",
	} {
		if _, err := Parse([]string{item}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", item, err, want)
		}
	}
}

func TestUse(t *testing.T) {
	t.Cleanup(func() { Use(nil) })
	if Known() {
		t.Error("a mesh is known before one is named")
	}
	if err := Use([]string{"orders=3"}); err != nil || !Known() {
		t.Errorf("Use: %v, known %v", err, Known())
	}
	if n, _ := Attempts("orders", false); n != 3 {
		t.Errorf("%d attempts", n)
	}
	if err := Use([]string{"orders=0"}); err == nil || Known() {
		t.Errorf("a wrong mesh: %v, known %v", err, Known())
	}
	if n, _ := Attempts("orders", false); n != 0 {
		t.Errorf("%d attempts of a wrong mesh", n)
	}
}

func FuzzFile(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data), "orders.shop:80")
	}
	f.Add("a: &a [*a]\n", "a")
	f.Add("a: &a {<<: *a, virtual_hosts: *a}\n", "a")
	f.Fuzz(func(t *testing.T, text, host string) {
		routes, err := parseFile("x.yaml", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x.yaml") {
				t.Errorf("the error does not name the file: %v", err)
			}
			return
		}
		for _, r := range routes {
			if len(r.hosts) == 0 || r.attempts < 0 || r.where == "" {
				t.Errorf("%+v", r)
			}
		}
		if n, _ := (&Config{files: routes}).Attempts(host, false); n < 0 {
			t.Errorf("%d attempts", n)
		}
	})
}
