package main

import (
	"regexp"
	"strings"
)

// prelude is the function that the lines with an expectation end with.
const prelude = `wrong=0
check() { # EXPECTED STATUS OUTPUT COMMAND
	local want=0 part flat
	flat=$(tr -s '[:space:]' ' ' <<<"$3")
	while IFS= read -r part; do
		if [[ $part =~ ^exit\ status\ ([0-9]+)$ ]]; then
			want=${BASH_REMATCH[1]}
		elif [[ $flat != *"$part"* ]]; then
			printf '%s\n\tdoes not print: %s\n\tbut: %s\n' "$4" "$part" "$(tail -n 5 <<<"$3")"
			wrong=1
		fi
	done <<<"${1//; /$'\n'}"
	if (($2 != want)); then
		printf '%s\n\tends with exit status %d, not %d\n\t%s\n' "$4" "$2" "$want" "$(tail -n 5 <<<"$3")"
		wrong=1
	fi
}
`

var (
	block    = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")
	expected = regexp.MustCompile(`^(\S.*?)\s{2,}# (.+)$`)
	heredoc  = regexp.MustCompile(`<<'(\w+)'$`)
)

// script is what the sh blocks of a page do, as one script that checks the comments behind the commands.
func script(page string) string {
	var b strings.Builder
	b.WriteString(prelude)
	for _, m := range block.FindAllStringSubmatch(page, -1) {
		inside := "" // the end of the document that the lines are of
		for line := range strings.Lines(m[1]) {
			line = strings.TrimSuffix(line, "\n")
			switch m := expected.FindStringSubmatch(line); {
			case inside != "":
				b.WriteString(line + "\n")
				if line == inside {
					inside = ""
				}
			case m != nil:
				b.WriteString("output=$(" + m[1] + " 2>&1); check " + quote(m[2]) + " $? \"$output\" " + quote(m[1]) + "\n")
			default:
				if m := heredoc.FindStringSubmatch(line); m != nil {
					inside = m[1]
				}
				b.WriteString(line + "\n")
			}
		}
	}
	return b.String() + "exit $wrong\n"
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
