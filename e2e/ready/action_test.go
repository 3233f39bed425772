package ready

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// An action is a composite action of GitHub's.
type action struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []struct {
			ID, Name, If, Uses, Shell, Run string
			Env, With                      map[string]string
		}
	}
}

var expression = regexp.MustCompile(`\$\{\{(.*?)\}\}`)

// TestAction runs the scripts of the action, with the variables that GitHub sets.
func TestAction(t *testing.T) {
	var a action
	decode(t, "action.yml", &a)
	if a.Runs.Using != "composite" {
		t.Errorf("it is a %s action", a.Runs.Using)
	}
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		inputs map[string]string
		status int
		output []string
		sarif  []string
	}{
		{"as it is", nil, 1, []string{"::error file=app/get/get.go,line=5,"}, []string{`"ruleId": "timeout/http-client"`, `"uri": "app/get/get.go"`}},
		{"lists", map[string]string{"packages": "./good ./get", "args": "-warn=timeout -strict"}, 0, []string{"::warning file=app/get/get.go"}, []string{`"level": "warning"`}},
		{"nothing", map[string]string{"packages": "./good"}, 0, nil, []string{`"results": []`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, temp := sample(t), t.TempDir()
			inputs := map[string]string{"working-directory": "app"}
			for name, value := range tt.inputs {
				inputs[name] = value
			}
			values := func(text string) string {
				return expression.ReplaceAllStringFunc(text, func(e string) string {
					name, ok := strings.CutPrefix(strings.TrimSpace(expression.FindStringSubmatch(e)[1]), "inputs.")
					in, declared := a.Inputs[name]
					if !ok || !declared {
						t.Fatalf("%s is no input", e)
					}
					if value, given := inputs[name]; given {
						return value
					}
					return in.Default
				})
			}
			output := filepath.Join(temp, "output")
			env := []string{"GITHUB_ACTION_PATH=" + checkout, "GITHUB_OUTPUT=" + output, "RUNNER_TEMP=" + temp}
			for _, step := range a.Runs.Steps {
				if step.Run == "" {
					continue
				}
				if step.Shell != "bash" || expression.MatchString(step.Run) {
					t.Errorf("step %s: the shell is %q, and values come through variables alone", step.Name, step.Shell)
				}
				s := script{bash, step.Run, dir, env}
				for name, value := range step.Env {
					s.env = append(s.env, name+"="+values(value))
				}
				if step.ID != "reslint" {
					s.must(t, 0)
					continue
				}
				wantIn(t, "the log", s.must(t, tt.status), tt.output...)
			}
			sarif, _ := strings.CutPrefix(strings.TrimSpace(read(t, output)), "sarif=")
			wantIn(t, "SARIF", read(t, sarif), tt.sarif...)
		})
	}
	// Each input is used, and each expression names something that there is.
	used := make(map[string]bool)
	text := read(t, filepath.Join(root, "action.yml"))
	for _, m := range regexp.MustCompile(`\b(inputs|steps)\.([\w-]+)`).FindAllStringSubmatch(text, -1) {
		used[m[2]] = true
		if _, ok := a.Inputs[m[2]]; m[1] == "inputs" && !ok {
			t.Errorf("inputs.%s is not declared", m[2])
		}
		if m[1] == "steps" && m[2] != "reslint" {
			t.Errorf("there is no step %s", m[2])
		}
	}
	for name := range a.Inputs {
		if !used[name] {
			t.Errorf("the input %s is not used", name)
		}
	}
}
