package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/reslint/reslint/internal/mend"
)

// A root is where the go command works for the packages of a module, or of a workspace of
// modules.
type root struct {
	dir     string
	module  bool // or files without a go.mod
	library bool // the code of others: of the standard library, or in the module cache

	setup    *Setup // nil: to be made
	rewriter *mend.Rewriter
}

// rootOf finds the root for the packages in a folder.
func (s *Server) rootOf(ctx context.Context, dir string) (*root, error) {
	module, err := moduleOf(dir)
	if err != nil {
		return nil, err
	}
	key := module
	if key == "" {
		key = dir
	}
	s.mu.Lock()
	r := s.roots[key]
	s.mu.Unlock()
	if r != nil {
		return r, nil
	}
	env, err := goEnv(ctx, key)
	if err != nil {
		return nil, err
	}
	r = &root{dir: key, module: module != "", library: within(dir, env.GOROOT) || within(dir, env.GOMODCACHE)}
	if work := env.GOWORK; work != "" && work != "off" && r.module {
		r.dir = filepath.Dir(work)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	// The modules of a workspace share one root.
	for _, other := range s.roots {
		if other.dir == r.dir && other.library == r.library {
			r = other
		}
	}
	s.roots[key] = r
	return r, nil
}

// moduleOf is the nearest folder above that has a go.mod, or "".
func moduleOf(dir string) (string, error) {
	for {
		switch _, err := os.Stat(filepath.Join(dir, "go.mod")); {
		case err == nil:
			return dir, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", nil
		}
		dir = parent
	}
}

func within(dir, top string) bool {
	rel, err := filepath.Rel(top, dir)
	return top != "" && err == nil && filepath.IsLocal(rel)
}

type environment struct{ GOROOT, GOMODCACHE, GOWORK string }

func goEnv(ctx context.Context, dir string) (*environment, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOROOT", "GOMODCACHE", "GOWORK")
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = errors.New(strings.TrimSpace(string(exit.Stderr)))
	}
	if err != nil {
		return nil, fmt.Errorf("go env in %s: %w", dir, err)
	}
	env := new(environment)
	return env, json.Unmarshal(out, env)
}

// setupOf is how the packages of a root are looked at, by the settings as they are.
func (s *Server) setupOf(ctx context.Context, r *root) (*Setup, error) {
	s.mu.Lock()
	setup, flags := r.setup, s.settings.flags
	s.mu.Unlock()
	if setup != nil {
		return setup, nil
	}
	setup, err := s.newSetup(r.dir, flags)
	if err == nil {
		err = setup.Engine.Check(ctx)
	}
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r.setup, r.rewriter = setup, mend.NewRewriter(setup.Engine)
	return setup, nil
}

// newSetup makes one setup at a time: settings name files, and what is read of them is the
// process's.
func (s *Server) newSetup(dir string, flags []string) (*Setup, error) {
	s.settingUp.Lock()
	defer s.settingUp.Unlock()
	return s.options.Setup(dir, flags)
}

// renewSetups lets settings files be read again.
func (s *Server) renewSetups() {
	for _, r := range s.roots {
		r.setup = nil
	}
}
