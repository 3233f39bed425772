package mesh

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"
)

// parseFile reads the routes of a file, which may hold several documents and resources of
// other kinds. A file that says nothing of retries is a mistake.
func parseFile(name string, data []byte) ([]route, error) {
	if t := bytes.TrimSpace(data); len(t) > 0 && (t[0] == '{' || t[0] == '[') {
		// JSON is YAML, but for the tabs between its values.
		data = bytes.ReplaceAll(data, []byte("\t"), []byte(" "))
	}
	r := reader{file: name}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var doc yaml.Node
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s (-mesh reads YAML and JSON; a template has to be rendered first)", name, strings.TrimPrefix(err.Error(), "yaml: "))
		}
		for _, n := range doc.Content {
			if err := r.resource(node{n, name}.real(), 0); err != nil {
				return nil, err
			}
		}
	}
	if !r.known {
		return nil, fmt.Errorf("%s: it holds no VirtualService, no HTTPRoute or GRPCRoute, and no virtual hosts of Envoy: name the file that does, or say HOST=ATTEMPTS", name)
	}
	return r.routes, nil
}

// A reader collects the routes of a file.
type reader struct {
	file   string
	routes []route
	// known is set if something of the file is of a kind that is read.
	known bool
}

// resource reads one document, or one item of a list of them.
func (r *reader) resource(n node, depth int) error {
	group, _, _ := strings.Cut(n.get("apiVersion").text(), "/")
	switch kind := n.get("kind").text(); {
	case group == "networking.istio.io" && kind == "VirtualService":
		return r.istio(n)
	case group == "gateway.networking.k8s.io" && (kind == "HTTPRoute" || kind == "GRPCRoute"):
		return r.gateway(n, kind)
	case strings.HasSuffix(kind, "List") && depth == 0:
		for _, item := range n.get("items").list() {
			if err := r.resource(item, depth+1); err != nil {
				return err
			}
		}
		return nil
	case kind != "":
		return nil // a Service, say, that stands beside
	}
	return r.envoy(n, 0)
}

// add adds a route with the hosts that a proxy can be said to know.
func (r *reader) add(at route) {
	var hosts []pattern
	for _, p := range at.hosts {
		if !p.all() { // whatever is sent to that proxy, and who knows what is
			hosts = append(hosts, p)
		}
	}
	if at.hosts = hosts; len(hosts) > 0 {
		r.routes = append(r.routes, at)
	}
}
