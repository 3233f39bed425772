package retryloop

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What grpc-go makes of a service config: service_config.go,
// internal/serviceconfig/duration.go, codes/codes.go, stream.go and dialoptions.go
// of google.golang.org/grpc@v1.85.0.

// A danger orders the faults of a method config, worst first.
type danger int

const (
	refused danger = iota // grpc-go refuses the whole config
	ignored               // nothing of it applies
	unsafeCodes
	unthrottled
	pointlessCodes
	hedging
	flatBackoff
	capped
)

// A fault is something wrong with a method config, or with the config around it.
type fault struct {
	danger danger
	at     *value
	text   string
	// edits mend it, in terms of the text; there are none if a person has to
	// decide.
	edits []textEdit
	// policy says that only grpc-go 1.70 and later refuse the config.
	policy bool
}

// A textEdit replaces a part of a text by other JSON.
type textEdit struct {
	start, end int
	json       string
}

// A circumstance is what the package around a config tells of its use.
type circumstance struct {
	// limit is the greatest number of attempts, or 0 if it is not known.
	limit int
	// noRetry says that retries may be switched off.
	noRetry bool
	// strict says that also what may be wrong is wanted.
	strict bool
	// services are the methods of the services that the package knows, by full
	// name.
	services map[string]*service
}

// isServiceConfig reports whether a value is a service config of gRPC: used says
// that it goes to an API that takes nothing else.
func isServiceConfig(root *value, used bool) bool {
	if root.kind != object {
		return false
	}
	if used {
		return true
	}
	list := root.get("methodConfig")
	return list != nil && list.kind == array && slices.ContainsFunc(list.elems, func(mc *value) bool { return isSet(mc.get("retryPolicy")) || isSet(mc.get("hedgingPolicy")) })
}

func isSet(v *value) bool { return v != nil && v.kind == object }

// methodConfigs are the method configs of a service config.
func methodConfigs(root *value) []*value {
	if list := root.get("methodConfig"); list != nil {
		return list.elems
	}
	return nil
}

// judge returns the faults of each method config. Those of the config itself are
// with the first that they concern, or alone.
func judge(root *value, t text, c circumstance) [][]fault {
	j := &judgement{circumstance: c, root: root, text: t, paths: make(map[string]bool)}
	list := methodConfigs(root)
	first := slices.IndexFunc(list, j.retries)
	var all [][]fault
	for i := range max(len(list), 1) {
		j.faults = nil
		if i == max(first, 0) {
			j.aroundMethods()
		}
		if i == first {
			j.throttling(list[i])
		}
		if i < len(list) {
			j.method(list[i])
		}
		slices.SortStableFunc(j.faults, func(a, b fault) int { return cmp.Compare(a.danger, b.danger) })
		all = append(all, j.faults)
	}
	return all
}

// A judgement looks at one config.
type judgement struct {
	circumstance
	root   *value
	text   text
	paths  map[string]bool
	faults []fault
}

func (j *judgement) add(f fault) { j.faults = append(j.faults, f) }

// refuse adds a reason for which grpc-go refuses the config, whatever its version.
func (j *judgement) refuse(at *value, edits []textEdit, format string, args ...any) {
	j.add(fault{danger: refused, at: at, text: fmt.Sprintf(format, args...), edits: edits})
}

// want refuses a value that has another kind than its field.
func (j *judgement) want(v *value, name string, k kind) bool {
	if v == nil || v.kind == unknown {
		return false
	}
	if v.kind != k {
		j.refuse(v, nil, "%s is %s instead of %s", name, v.kind, k)
	}
	return v.kind == k
}

// retries reports whether gRPC retries calls because of a method config.
func (j *judgement) retries(mc *value) bool {
	return !j.noRetry && mc.kind == object && isSet(mc.get("retryPolicy")) && mc.get("name").there()
}

// aroundMethods looks at the fields around the method configs.
func (j *judgement) aroundMethods() {
	j.want(j.root.get("loadBalancingPolicy"), "loadBalancingPolicy", str)
	if health := j.root.get("healthCheckConfig"); j.want(health, "healthCheckConfig", object) {
		j.want(health.get("serviceName"), "serviceName", str)
	}
	for _, f := range j.root.fields {
		where := "it belongs into a method config"
		switch {
		case slices.ContainsFunc(policyFields, f.key.is):
			where = "it belongs into the retryPolicy of a method config"
		case f.key.is("serviceConfig"):
			where = "that is the form of a DNS record, and only what stands inside is the config"
		case !slices.ContainsFunc(methodFields, f.key.is):
			continue
		}
		j.add(fault{danger: ignored, at: f.key, text: fmt.Sprintf("gRPC ignores %s at the top: %s", f.key.text, where)})
		break
	}
	j.want(j.root.get("methodConfig"), "methodConfig", array)
	methods := j.root.get("methodConfig") != nil // without them, grpc-go stops here
	throttling := j.root.get("retryThrottling")
	if !j.want(throttling, "retryThrottling", object) {
		return
	}
	for _, field := range []struct {
		name string
		max  float64
		rule string
	}{
		{"maxTokens", 1000, "it has to be above 0, and 1000 at most"},
		{"tokenRatio", math.Inf(1), "it has to be above 0"},
	} {
		v := throttling.get(field.name)
		if v == nil {
			if methods {
				j.refuse(throttling, nil, "retryThrottling has no %s", field.name)
			}
			continue
		}
		if n, ok := j.float(v, field.name); ok && methods && (n <= 0 || n > field.max) {
			j.refuse(v, nil, "%s is %s: %s", field.name, v.text, field.rule)
		}
	}
}

// throttling looks for the budget of the retries.
func (j *judgement) throttling(mc *value) {
	if j.root.get("retryThrottling") != nil {
		return
	}
	f := fault{danger: unthrottled, at: mc.key("retryPolicy"), edits: addThrottling(j.text, j.root)}
	if misplaced := mc.get("retryThrottling"); isSet(misplaced) {
		f.at = mc.key("retryThrottling")
		f.edits = nil
		f.text = "retryThrottling stands in the method config, where gRPC ignores it, so nothing limits the retries: move it out, beside methodConfig"
	} else {
		times := ""
		if n := j.attempts(mc); n > 0 {
			times = fmt.Sprintf(": a server that fails gets up to %d times its load", n)
		}
		f.text = `nothing limits the retries` + times + ` (add "retryThrottling")`
	}
	j.add(f)
}

// attempts is how often a call is tried at most, or 0 if that is not known.
func (j *judgement) attempts(mc *value) int {
	v := mc.get("retryPolicy").get("maxAttempts")
	if v == nil || v.kind != number || j.limit == 0 {
		return 0
	}
	n, err := strconv.Atoi(v.text)
	if err != nil || n < 2 {
		return 0
	}
	return min(n, j.limit)
}

// method looks at a method config.
func (j *judgement) method(mc *value) {
	if mc.kind != object {
		return
	}
	j.want(mc.get("waitForReady"), "waitForReady", boolean)
	for _, name := range []string{"maxRequestMessageBytes", "maxResponseMessageBytes"} {
		if v := mc.get(name); j.want(v, name, number) {
			j.integer(v, name)
		}
	}
	if v := mc.get("timeout"); v != nil {
		j.duration(v, "timeout")
	}
	names := mc.get("name")
	policy, hedge := mc.get("retryPolicy"), mc.get("hedgingPolicy")
	switch {
	case names == nil:
		j.add(fault{danger: ignored, at: mc, text: `gRPC ignores a method config without "name" (for all methods that is "name": [{}])`})
	case j.want(names, "name", array):
		j.names(names)
	}
	if j.want(policy, "retryPolicy", object) {
		j.policy(mc, policy, names)
	}
	switch {
	case !isSet(hedge):
	case isSet(policy):
		j.add(fault{danger: hedging, at: mc.key("hedgingPolicy"),
			text: "retryPolicy and hedgingPolicy exclude each other: grpc-go knows no hedging and retries, other clients refuse the config (leave hedgingPolicy out)"})
	default:
		j.add(fault{danger: hedging, at: mc.key("hedgingPolicy"), text: "grpc-go knows no hedging and ignores hedgingPolicy: each call is tried once"})
	}
}

// policy looks at a retry policy.
func (j *judgement) policy(mc, policy, names *value) {
	valid := &validPolicy{judgement: j, policy: policy, active: names.there()}
	attempts, multiplier := policy.get("maxAttempts"), policy.get("backoffMultiplier")
	if n, ok := valid.integer(attempts, "maxAttempts"); ok {
		switch {
		case n < 2:
			valid.no(attempts, "maxAttempts is %d: it counts the first attempt, so it has to be 2 or more", n)
		case j.limit > 0 && n > int64(j.limit) && j.retries(mc):
			j.add(fault{danger: capped, at: attempts, edits: []textEdit{{attempts.start, attempts.end, strconv.Itoa(j.limit)}},
				text: fmt.Sprintf("maxAttempts is %d, but gRPC stops after %d (more than that needs grpc.WithMaxCallAttempts)", n, j.limit)})
		}
	}
	initial, initialKnown := valid.duration("initialBackoff")
	longest, longestKnown := valid.duration("maxBackoff")
	factor, factorKnown := valid.float(multiplier, "backoffMultiplier")
	if factorKnown && factor <= 0 {
		valid.no(multiplier, "backoffMultiplier is %s: it has to be above 0", multiplier.text)
		factorKnown = false
	}
	if n := j.attempts(mc); n > 2 && initialKnown && longestKnown && factorKnown && j.retries(mc) {
		j.backoff(policy, n, initial, longest, factor)
	}
	codes := policy.get("retryableStatusCodes")
	switch {
	case codes == nil:
		valid.missing("retryableStatusCodes")
	case !j.want(codes, "retryableStatusCodes", array):
	case len(codes.elems) == 0 && !codes.open:
		valid.no(codes, "retryableStatusCodes is empty")
	default:
		j.codes(codes, names, j.retries(mc))
	}
}

// A validPolicy refuses what grpc-go refuses in a retry policy.
type validPolicy struct {
	*judgement
	policy *value
	// active says that grpc-go looks at the policy at all.
	active bool
}

func (p *validPolicy) no(at *value, format string, args ...any) {
	if p.active {
		p.add(fault{danger: refused, at: at, text: fmt.Sprintf(format, args...), policy: true})
	}
}

// methodFields are the fields of a method config.
var methodFields = []string{"name", "timeout", "waitForReady", "retryPolicy", "hedgingPolicy"}

var policyFields = []string{"maxAttempts", "initialBackoff", "maxBackoff", "backoffMultiplier", "retryableStatusCodes"}

// missing refuses a policy without one of its fields. A field that it has
// instead is likely to be the one, with a slip.
func (p *validPolicy) missing(name string) {
	slip := ""
	for _, f := range p.policy.fields {
		if !slices.ContainsFunc(policyFields, f.key.is) {
			slip = fmt.Sprintf(" (gRPC knows no %q)", f.key.text)
		}
	}
	p.no(p.policy, "retryPolicy has no %s%s", name, slip)
}

func (p *validPolicy) integer(v *value, name string) (int64, bool) {
	if v == nil {
		p.missing(name)
		return 0, false
	}
	if !p.want(v, name, number) {
		return 0, false
	}
	return p.judgement.integer(v, name)
}

func (p *validPolicy) float(v *value, name string) (float64, bool) {
	if v == nil {
		p.missing(name)
		return 0, false
	}
	return p.judgement.float(v, name)
}

func (p *validPolicy) duration(name string) (time.Duration, bool) {
	v := p.policy.get(name)
	if v == nil {
		p.missing(name)
		return 0, false
	}
	d, ok := p.judgement.duration(v, name)
	if ok && d <= 0 {
		p.no(v, "%s is %q: it has to be above 0", name, v.text)
		ok = false
	}
	return d, ok
}

func (j *judgement) integer(v *value, name string) (int64, bool) {
	n, err := strconv.ParseInt(v.text, 10, 64)
	if err != nil {
		j.refuse(v, nil, "%s is %s, not a whole number", name, v.text)
	}
	return n, err == nil
}

func (j *judgement) float(v *value, name string) (float64, bool) {
	if !j.want(v, name, number) {
		return 0, false
	}
	n, err := strconv.ParseFloat(v.text, 64)
	if err != nil {
		j.refuse(v, nil, "%s is %s, which is too large", name, v.text)
	}
	return n, err == nil
}

var protoDuration = regexp.MustCompile(`^(-?[0-9]*|\+[0-9]+)(\.[0-9]{0,9})?s$`)

// duration returns a duration of a config, which is a string of seconds with the
// unit s.
func (j *judgement) duration(v *value, name string) (time.Duration, bool) {
	if v.kind == unknown {
		return 0, false
	}
	if v.kind == str && protoDuration.MatchString(v.text) && strings.ContainsAny(v.text, "0123456789") {
		seconds, err := strconv.ParseFloat(strings.TrimSuffix(v.text, "s"), 64)
		if err == nil && math.Abs(seconds) < 315_576_000_001 {
			return time.Duration(math.Round(min(max(seconds*1e9, math.MinInt64), math.MaxInt64-1024))), true
		}
		j.refuse(v, nil, "%s is %q, which is too long", name, v.text)
		return 0, false
	}
	shown := v.text
	if v.kind == str {
		shown = strconv.Quote(v.text)
	} else if v.kind != number {
		shown = v.kind.String()
	}
	meant, ok := meantDuration(v.text)
	if !ok || v.kind != number && v.kind != str {
		j.refuse(v, nil, `%s is %s instead of a string of seconds like "0.1s"`, name, shown)
		return 0, false
	}
	right := strconv.Quote(meant)
	j.refuse(v, []textEdit{{v.start, v.end, right}}, "%s is %s: write %s", name, shown, right)
	return 0, false
}

// maxBareSeconds is up to where a number without a unit is taken for seconds.
const maxBareSeconds = 60

// meantDuration is what a duration that gRPC can't read means: it lacks the unit,
// or has one of Go's.
func meantDuration(s string) (string, bool) {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return seconds(time.Duration(n * 1e9)), n > 0 && n <= maxBareSeconds
	}
	d, err := time.ParseDuration(s)
	return seconds(d), err == nil && d > 0
}

// seconds writes a duration as gRPC wants it.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
}

// backoff looks at the waits between the attempts.
func (j *judgement) backoff(policy *value, attempts int, initial, longest time.Duration, factor float64) {
	var waits []time.Duration
	var shown []string
	for i := range attempts - 1 {
		wait := time.Duration(min(float64(initial)*math.Pow(factor, float64(i)), float64(longest)))
		waits = append(waits, wait)
		shown = append(shown, wait.String())
	}
	if waits[len(waits)-1] > waits[0] {
		return
	}
	f := fault{danger: flatBackoff, at: policy.get("backoffMultiplier")}
	most := policy.get("maxBackoff")
	if factor <= 1 {
		f.edits = append(f.edits, textEdit{f.at.start, f.at.end, "2"})
	} else {
		f.at = most
	}
	switch {
	case longest == initial: // ten times as in gRPC's own example
		f.edits = append(f.edits, textEdit{most.start, most.end, strconv.Quote(seconds(10 * initial))})
	case longest < initial:
		f.edits = nil // one of the two is wrong
	}
	f.text = "the waits do not grow: " + strings.Join(shown, ", ")
	j.add(f)
}
