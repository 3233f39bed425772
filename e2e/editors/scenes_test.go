package editors

import "strings"

// A scene is what somebody does with a file in an editor that makes fixes on save.
type scene struct {
	name string
	// before is on the disk; typed, if there is any, is what is in the editor, and not saved.
	before, typed string
	// findings are the rules of what is shown, in the order of the lines.
	findings []string
	// action is the title of the code action that is chosen at the last finding, before the file is saved at once: what
	// has just been decided is not decided otherwise by that. Without one, the file is only saved.
	action string
	// reason is typed behind the comment that the action inserts.
	reason string
	after  string
}

const calls = `
func Get(url string) (*http.Response, error) { return client.Get(url) }
`

const (
	faulty   = "package app\n\nimport \"net/http\"\n\nvar client = &http.Client{}\n" + calls
	repaired = "package app\n\nimport \"net/http\"\nimport \"time\"\n\nvar client = &http.Client{Timeout: 30 * time.Second}\n" + calls
	idle     = "package app\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n\nvar client = &http.Client{Timeout: time.Second, Transport: &http.Transport{IdleConnTimeout: 90}}\n" + calls
	two      = "package app\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n\nvar client = &http.Client{}\n\n" +
		"var quick = &http.Client{Transport: &http.Transport{IdleConnTimeout: 90, TLSHandshakeTimeout: time.Second}}\n" + calls +
		"\nfunc Quick(url string) (*http.Response, error) { return quick.Get(url) }\n"
	comment = "/* é𝄞 */ "
)

var (
	bothTimeouts = strings.NewReplacer("http.Client{}", "http.Client{Timeout: 30 * time.Second}", "TLSHandshakeTimeout: time.Second}}", "TLSHandshakeTimeout: time.Second}, Timeout: 30 * time.Second}")
	units        = strings.NewReplacer("IdleConnTimeout: 90", "IdleConnTimeout: 90 * time.Second")
)

var scenes = []scene{
	{
		name: "fix", before: faulty, findings: []string{"timeout/http-client"},
		action: "Set Timeout to 30 * time.Second", after: repaired,
	},
	{
		// The fault is in the editor only, behind characters that count as two bytes and one unit, four and two.
		name: "unsaved", before: repaired, typed: strings.Replace(faulty, "= &", "= "+comment+"&", 1), findings: []string{"timeout/http-client"},
		action: "Set Timeout to 30 * time.Second", after: strings.Replace(repaired, "= &", "= "+comment+"&", 1),
	},
	{
		name: "alternative", before: idle, findings: []string{"timeout/duration-unit"},
		action: "Count in milliseconds", after: strings.Replace(idle, "90", "90 * time.Millisecond", 1),
	},
	{
		name: "all of a rule", before: units.Replace(two), findings: []string{"timeout/http-client", "timeout/http-client"},
		action: "Fix all timeout/http-client in this file", after: bothTimeouts.Replace(units.Replace(two)),
	},
	{
		name: "on save", before: "package app\n", typed: two, findings: []string{"timeout/http-client", "timeout/http-client", "timeout/duration-unit"},
		after: bothTimeouts.Replace(units.Replace(two)),
	},
	{
		name: "ignore", before: faulty, findings: []string{"timeout/http-client"},
		action: "Ignore timeout/http-client here, with a reason", reason: "the caller ends it",
		after: strings.Replace(faulty, "var client", "//reslint:ignore timeout/http-client the caller ends it\nvar client", 1),
	},
}
