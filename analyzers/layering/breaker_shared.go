package layering

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/destination"
	"github.com/reslint/reslint/internal/knowledge"
)

// A dependency is where a guarded operation goes.
type dependency struct {
	// kind names it by what is spoken.
	kind string
	// host is where it goes to, or empty if only the kind is known.
	host string
}

func (d dependency) String() string {
	if d.host != "" {
		return d.host
	}
	return d.kind
}

// differs reports whether two dependencies are known not to be one: a database and an HTTP
// server, or two hosts that are no replicas.
func (d dependency) differs(e dependency) bool {
	if d.kind != e.kind {
		return true
	}
	return d.host != "" && e.host != "" && !slices.Equal(service(d.host), service(e.host))
}

// A use is a call through a breaker to a dependency.
type use struct {
	g  *guard
	on dependency
}

// judgeShared reports breakers through which several dependencies are called.
func (b *breakers) judgeShared(guards []*guard) {
	if len(guards) < 2 {
		return
	}
	hosts := destination.New(b.pass.Pkg, b.funcs)
	uses := make(map[identity][]use)
	for _, g := range guards {
		op := bodyOf(g.op)
		if op == nil || b.param(g.op) {
			continue
		}
		on := b.dependencies(op, hosts, 0, make(map[*ssa.Function]bool))
		if len(on) != 1 {
			continue // none is known, or it is one operation on several
		}
		for _, id := range b.identities(g, 0) {
			here := use{g, on[0]}
			if slices.ContainsFunc(uses[id], func(u use) bool { return u.on == here.on }) {
				continue // told already
			}
			if i := slices.IndexFunc(uses[id], func(u use) bool { return u.on.differs(here.on) }); i >= 0 {
				b.reportShared(uses[id][i], here)
			}
			uses[id] = append(uses[id], here)
		}
	}
}

func (b *breakers) reportShared(first, second use) {
	d := b.at(second.g.call)
	other := b.at(first.g.call)
	d.Message = fmt.Sprintf("this breaker is that of %s (%s), too: when that is down, %s is refused as well, and the other way round. Give each a breaker of its own",
		first.on, b.line(other.Pos), second.on)
	d.Related = []analysis.RelatedInformation{{Pos: other.Pos, End: other.End, Message: first.on.String() + " is called through it here"}}
	b.report(breakerScope, d)
}

// dependencies are those that a function calls, with the functions of the package that it
// calls itself. Of a call that may go to several hosts nothing is known.
func (b *breakers) dependencies(fn *ssa.Function, hosts *destination.Finder, depth int, seen map[*ssa.Function]bool) (list []dependency) {
	if depth > 3 || seen[fn] {
		return nil
	}
	seen[fn] = true
	add := func(more ...dependency) {
		for _, d := range more {
			if !slices.Contains(list, d) {
				list = append(list, d)
			}
		}
	}
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if kind := kindOf(&call.Call); kind != "" {
				d := dependency{kind: kind}
				if to := hosts.Of(&call.Call); len(to) == 1 {
					d.host = to[0].Name
				}
				add(d)
				continue
			}
			if callee := deadline.Callee(&call.Call); callee != nil && callee.Blocks != nil {
				add(b.dependencies(callee, hosts, depth+1, seen)...)
			}
		}
	}
	return list
}

// kindOf is what a remote call speaks, if that tells it from others; or empty. What speaks the
// same may go to the same server.
func kindOf(call *ssa.CallCommon) string {
	fn := deadline.Called(call)
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	claim := knowledge.Func(fn)
	if !claim.Remote() && !(call.IsInvoke() && knowledge.Shape(fn) != nil) {
		return ""
	}
	path := fn.Pkg().Path()
	for _, k := range kinds {
		if path == k.path || strings.HasPrefix(path, k.path+"/") {
			return k.name
		}
	}
	if claim == nil {
		return "the HTTP server" // a method like that of http.Client
	}
	return ""
}

// kinds are the libraries whose calls can't go to the same server as those of another kind.
var kinds = []struct{ path, name string }{
	{"net/http", "the HTTP server"},
	{"github.com/hashicorp/go-retryablehttp", "the HTTP server"},
	{"database/sql", "the database"},
	{"github.com/jackc/pgx", "the database"},
	{"github.com/redis/go-redis", "Redis"},
	{"go.mongodb.org/mongo-driver", "MongoDB"},
}

// service is what remains of a host's name without what tells replicas, zones and stages from
// each other, and without its port.
func service(host string) (words []string) {
	if name, port, ok := strings.Cut(host, ":"); ok && !strings.Contains(port, ":") {
		host = name
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(host), func(r rune) bool { return r == '.' || r == '-' || r == '_' }) {
		word = strings.Trim(word, "0123456789")
		if len(word) > 1 && !slices.Contains(variants, word) {
			words = append(words, word)
		}
	}
	return words
}

// variants are words by which hosts of one service are told apart.
var variants = []string{
	"primary", "secondary", "replica", "standby", "backup", "fallback", "failover", "master", "slave", "leader", "follower", "reader",
	"writer", "read", "write", "ro", "rw", "eu", "us", "ap", "asia", "europe", "east", "west", "north", "south", "central", "northeast",
	"southeast", "northwest", "southwest", "region", "zone", "az", "dc", "node", "shard", "host", "server", "blue", "green", "canary",
	"stable", "stage", "staging", "prod", "production", "dev", "test", "qa", "sandbox", "local", "localhost", "www", "internal", "old", "new",
}
