package retryloop

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/serviceconfig"
)

var serviceConfig = rule.Define(rule.Rule{
	ID: "retryloop/service-config",
	Doc: lint.RawDocumentation{
		Title: "a gRPC service config does not retry as it says, or without a limit",
		Text: `gRPC reads its retry policy from JSON in a string, which no compiler looks at, and
is silent about most of what is wrong with it. Without \'retryThrottling\' nothing
limits the retries: when the server fails, each client sends each call up to
five times, which keeps it down. A method config without a name, or with one that
is no service's full name in its .proto file, is for no call at all. Codes like
INVALID_ARGUMENT only repeat the failure, codes like DEADLINE_EXCEEDED may repeat a
write. More than five attempts are not made, hedging is not implemented in Go, and
a duration without the unit \'s\' or a field with a slip in its name makes
\'grpc.NewClient\' fail.

Reported is text that is a service config for certain: JSON that is given to
\'grpc.WithDefaultServiceConfig\', or that has a list \'methodConfig\' with a
\'retryPolicy\' or \'hedgingPolicy\'. One diagnostic lists what is wrong with a method
config, worst first.`,
		Before: "grpc.WithDefaultServiceConfig(`{\n" +
			`	"methodConfig": [{
		"name": [{"service": "shop.v1.OrdersClient"}],
		"retryPolicy": {
			"maxAttempts": 10,
			"initialBackoff": "100ms",
			"maxBackoff": "1s",
			"backoffMultiplier": 2,
			"retryableStatusCodes": ["UNAVAILABLE"]
		}
	}]
}` + "`)",
		After: "grpc.WithDefaultServiceConfig(`{\n" +
			`	"methodConfig": [{
		"name": [{"service": "shop.v1.Orders"}],
		"retryPolicy": {
			"maxAttempts": 5,
			"initialBackoff": "0.1s",
			"maxBackoff": "1s",
			"backoffMultiplier": 2,
			"retryableStatusCodes": ["UNAVAILABLE"]
		}
	}],
	"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}
}` + "`)",
		Since: "0.1",
	},
	Fix: "Adds `retryThrottling` with gRPC's own example (10 tokens, a tenth of one for each success: retries stop when more than about one call in ten fails), " +
		"writes a duration in seconds, caps `maxAttempts` at 5, leaves out the codes that should not be retried (unsafe ones only if the stubs or the config show a method that writes), lets a flat backoff double, and corrects the names of codes, services and methods. " +
		"None is offered if one of the faults is for a person to decide, or if the text is put together from parts that do not belong to it alone.",
	Limits: "Configs that are built by code, read at run time or sent by a resolver or by xDS are not seen, nor are embedded directories. A config that is a template, " +
		"or is changed by a function of strings, text/template, encoding/json and their like, is silent; the verbs of Sprintf stand for unknown values. " +
		"Names are held against the services whose stubs (with the generated constants `…_FullMethodName`) the package imports; one that it does not know is taken for right unless it is a pattern or begins with a slash. " +
		"NOT_FOUND, ABORTED, RESOURCE_EXHAUSTED, OUT_OF_RANGE and UNAUTHENTICATED may well be worth a retry, and codes that the OpenTelemetry Protocol prescribes to its clients are right there. Codes that are unsafe for writes need a method that does more than read by its name, in the config or in the stubs; under -strict, methods that are not known will do. " +
		"`grpc.WithMaxCallAttempts` or `WithDisableRetry` anywhere in the package silence what they change. A retry without `timeout` is reported under -strict: the caller's context may have one.",
	Source: "google.golang.org/grpc@v1.85.0: service_config.go (what is refused, what a name matches; from v1.70 on an invalid policy is refused, before that it was ignored with a warning in the log), internal/serviceconfig/duration.go, " +
		"codes/codes.go (meaning of the codes), stream.go (waits and ±20 % jitter, throttling), dialoptions.go (5 attempts). gRFC A6 (retryThrottling, hedging excludes retries). " +
		"grpc-go issues #4615 (the silent cap) and #7446 (the name of the stub). In public code the official example was copied with its flat backoff of 10 ms, hardly any config has retryThrottling, some have it inside the method config, some have the service \"*\" or no name.",
	Lifecycle: rule.Stable,
})

// reportServiceConfigs reports what is wrong with the gRPC service configs of a
// package.
func reportServiceConfigs(pass *analysis.Pass, rep *rule.Reporter) {
	if !rep.Settings.Enabled(serviceConfig) {
		return
	}
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	s := &configs{pass: pass, rep: rep, root: root}
	for c := range root.Preorder((*ast.BasicLit)(nil), (*ast.GenDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.BasicLit:
			if n.Kind == token.STRING && mentionsConfig(n.Value) && rep.Wanted(serviceConfig, n.Pos()) {
				s.look(whole(pass.TypesInfo, c))
			}
		case *ast.GenDecl:
			if n.Tok == token.VAR && rep.Wanted(serviceConfig, n.Pos()) {
				s.lookEmbedded(n)
			}
		}
	}
}

// mentionsConfig reports whether a part of a text may belong to a service config.
// The case of the names is free in gRPC, and people write the first letter so or
// so.
func mentionsConfig(s string) bool {
	return strings.Contains(s, "ethodConfig") || strings.Contains(s, "etryPolicy") || strings.Contains(s, "axAttempts")
}

// configs looks at the service configs of a package.
type configs struct {
	pass *analysis.Pass
	rep  *rule.Reporter
	root inspector.Cursor

	// What is needed only if there is a config.
	reader *reader
	uses   map[types.Object][]inspector.Cursor
	around circumstance
	done   map[ast.Expr]bool
	said   map[finding]bool
}

// A finding is what a part of two texts would be reported for twice.
type finding struct {
	pos     token.Pos
	message string
}

// whole returns the largest expression that makes a string with the literal at c
// in it: a concatenation, or the call of Sprintf with it as the format.
func whole(info *types.Info, c inspector.Cursor) inspector.Cursor {
	for {
		parent := c.Parent()
		switch n := parent.Node().(type) {
		case *ast.ParenExpr:
		case *ast.BinaryExpr:
			if n.Op != token.ADD {
				return c
			}
		case *ast.CallExpr:
			_, i := c.ParentEdge()
			if !isSprintf(info, n) || c.ParentEdgeKind() != edge.CallExpr_Args || i != 0 {
				return c
			}
		default:
			return c
		}
		c = parent
	}
}

// prepare reads from the package what the first config needs.
func (s *configs) prepare() {
	if s.reader != nil {
		return
	}
	s.reader = &reader{
		pass: s.pass, constants: make(map[types.Object]ast.Expr),
		shared: make(map[*ast.BasicLit]bool), files: make(map[*token.File][]byte),
	}
	s.uses = make(map[types.Object][]inspector.Cursor)
	s.done = make(map[ast.Expr]bool)
	s.said = make(map[finding]bool)
	s.around = circumstance{limit: serviceconfig.MaxAttempts, strict: s.rep.Settings.Strict, services: servicesOf(s.pass.Pkg)}
	info := s.pass.TypesInfo
	for c := range s.root.Preorder((*ast.Ident)(nil)) {
		if obj := info.Uses[c.Node().(*ast.Ident)]; obj != nil {
			s.uses[obj] = append(s.uses[obj], c)
			if fn, ok := obj.(*types.Func); ok {
				switch fn.FullName() {
				case "google.golang.org/grpc.WithMaxCallAttempts":
					s.around.limit = 0
				case "google.golang.org/grpc.WithDisableRetry":
					s.around.noRetry = true
				}
			}
		}
	}
	for c := range s.root.Preorder((*ast.ValueSpec)(nil)) {
		spec := c.Node().(*ast.ValueSpec)
		for i, name := range spec.Names {
			obj, ok := info.Defs[name].(*types.Const)
			if !ok || i >= len(spec.Values) {
				continue
			}
			s.reader.constants[obj] = spec.Values[i]
			if len(s.uses[obj]) > 1 && slices.ContainsFunc(s.uses[obj], s.isPart) {
				for lit := range c.Preorder((*ast.BasicLit)(nil)) {
					s.reader.shared[lit.Node().(*ast.BasicLit)] = true
				}
			}
		}
	}
}

// isPart reports whether a name stands in a larger text.
func (s *configs) isPart(use inspector.Cursor) bool {
	return whole(s.pass.TypesInfo, use).Node() != use.Node()
}

// look looks at the string that the expression at c makes, and at those that are
// made of it by name.
func (s *configs) look(c inspector.Cursor) {
	e := c.Node().(ast.Expr)
	s.prepare()
	if s.done[e] {
		return
	}
	s.done[e] = true
	f := &flow{info: s.pass.TypesInfo, uses: s.uses, seen: make(map[types.Object]bool)}
	f.follow(c)
	if f.changed {
		// A constant may be a part of another text, which is looked at there.
		for obj := range f.seen {
			if _, ok := obj.(*types.Const); ok {
				for _, use := range s.uses[obj] {
					if s.isPart(use) {
						s.look(whole(s.pass.TypesInfo, use))
					}
				}
			}
		}
		return
	}
	s.judge(s.reader.read(e), f.used, e, func(at *value, t text) (token.Pos, token.Pos, string) {
		if at.start >= at.end || at.end > len(t) || t[at.start].pos == token.NoPos {
			return e.Pos(), e.End(), ""
		}
		pos, end := t[at.start].pos, t[at.end-1].end
		if end < pos || t[at.end-1].lit != t[at.start].lit {
			end = t[at.start].end
		}
		return pos, end, ""
	})
}

// lookEmbedded looks at the files that a declaration embeds. Diagnostics can't
// stand in them, so they stand at the variable.
func (s *configs) lookEmbedded(decl *ast.GenDecl) {
	dir := filepath.Dir(s.pass.Fset.File(decl.Pos()).Name())
	for _, file := range embeddedIn(dir, decl) {
		if !mentionsConfig(string(file.text.bytes())) {
			continue
		}
		s.prepare()
		f := &flow{info: s.pass.TypesInfo, uses: s.uses, seen: make(map[types.Object]bool)}
		f.object(s.pass.TypesInfo.Defs[file.name])
		if f.changed {
			continue
		}
		s.judge(file.text, f.used, file.name, func(at *value, t text) (token.Pos, token.Pos, string) {
			line := 1 + bytes.Count(t[:at.start].bytes(), []byte("\n"))
			return file.name.Pos(), file.name.End(), fmt.Sprintf("%s:%d: ", file.path, line)
		})
	}
}

// judge reports what is wrong with a text, if it is a service config. place tells
// where a value stands.
func (s *configs) judge(t text, used bool, e ast.Expr, place func(*value, text) (pos, end token.Pos, prefix string)) {
	root, ok := parse(t)
	if !ok || !isServiceConfig(root, used) {
		return
	}
	for _, faults := range judge(root, t, s.around) {
		if len(faults) > 0 {
			pos, end, prefix := place(faults[0].at, t)
			s.report(pos, end, prefix+describe(faults), s.reader.mend(t, faults))
		}
	}
	if !s.rep.Settings.Strict || s.around.noRetry {
		return
	}
	for _, mc := range methodConfigs(root) {
		if mc.kind == object && isSet(mc.get("retryPolicy")) && mc.get("timeout") == nil {
			pos, end, prefix := place(mc.key("retryPolicy"), t)
			s.report(pos, end, prefix+untimed(mc), nil)
		}
	}
}

func (s *configs) report(pos, end token.Pos, message string, fixes []analysis.SuggestedFix) {
	if f := (finding{pos, message}); !s.said[f] {
		s.said[f] = true
		s.rep.Report(serviceConfig, analysis.Diagnostic{Pos: pos, End: end, Message: message, SuggestedFixes: fixes})
	}
}

// untimed says that nothing but the caller's context ends the retries.
func untimed(mc *value) string {
	wait := mc.get("waitForReady")
	if wait != nil && wait.text == "true" {
		return `a call whose context has no deadline waits for ever while the server is away (waitForReady): add a "timeout" to the method config`
	}
	return `all attempts share the deadline of the caller's context, and nothing ends them without one: add a "timeout" to the method config`
}

// describe says what is wrong with a method config.
func describe(faults []fault) string {
	var reasons, parts []string
	policyOnly := true
	for _, f := range faults {
		if f.danger == refused {
			reasons = append(reasons, f.text)
			policyOnly = policyOnly && f.policy
		} else {
			parts = append(parts, f.text)
		}
	}
	if reasons != nil {
		refusal := "gRPC refuses this service config, so grpc.NewClient fails: "
		if policyOnly {
			refusal = "gRPC refuses this service config, so grpc.NewClient fails (before grpc v1.70 nothing was retried): "
		}
		parts = append([]string{refusal + strings.Join(reasons, ", ")}, parts...)
	} else if !strings.HasPrefix(parts[0], "gRPC ") {
		parts[0] = "gRPC service config: " + parts[0]
	}
	return strings.Join(parts, "; ")
}
