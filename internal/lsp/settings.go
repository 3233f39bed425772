package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
)

// settings are the user's choices in the editor. They win over the settings file, as the flags
// of the command do: each but two is a flag.
type settings struct {
	flags  []string
	hints  bool
	onSave bool // look at files when they are saved, and not at each change
}

// names reports whether a flag names the file.
func (set settings) names(file string) bool {
	return slices.ContainsFunc(set.flags, func(f string) bool { return strings.HasSuffix(f, filepath.Base(file)) })
}

// parseSettings reads an object of settings. What is wrong in it is left out.
func (s *Server) parseSettings(raw protocol.LSPAny) (set settings, errs []error) {
	var object map[string]json.RawMessage
	if len(raw) == 0 || string(raw) == "null" || string(raw) == "[]" { // Lua and PHP write {} so
		return set, nil
	}
	if err := json.Unmarshal(raw, &object); err != nil {
		return set, []error{fmt.Errorf("the settings are no object: %s", raw)}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if err := s.setting(&set, key, object[key]); err != nil {
			errs = append(errs, err)
		}
	}
	if set.hints {
		set.flags = append(set.flags, "-enable="+strings.Join(hintRules, ","))
	}
	return set, errs
}

func (s *Server) setting(set *settings, key string, raw json.RawMessage) error {
	if string(raw) == "null" {
		return nil // not set
	}
	switch key {
	case "hints":
		if err := json.Unmarshal(raw, &set.hints); err != nil {
			return fmt.Errorf("settings: hints is %s, and has to be true or false", raw)
		}
		return nil
	case "run":
		var when string
		if err := json.Unmarshal(raw, &when); err != nil || when != "change" && when != "save" {
			return fmt.Errorf(`settings: run is %s, and has to be "change" or "save"`, raw)
		}
		set.onSave = when == "save"
		return nil
	}
	if !slices.Contains(s.options.Settings, key) {
		known := slices.Sorted(slices.Values(append([]string{"hints", "run"}, s.options.Settings...)))
		return fmt.Errorf("settings: %s is unknown: there are %s", key, strings.Join(known, ", "))
	}
	values, err := flagValues(raw)
	if err != nil {
		return fmt.Errorf("settings: %s is %s, and has to be a text, a number, true, false or a list of texts", key, raw)
	}
	for _, v := range values {
		if v == "" {
			continue
		}
		flag := "-" + key + "=" + v
		if _, err := s.newSetup(s.tmp, []string{flag}); err != nil {
			return fmt.Errorf("settings: %w", err)
		}
		set.flags = append(set.flags, flag)
	}
	return nil
}

// flagValues are a value of JSON as the values of a flag that may be given again.
func flagValues(raw json.RawMessage) ([]string, error) {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list, nil
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	switch v.(type) {
	case string, bool, float64:
		return []string{fmt.Sprint(v)}, nil
	}
	return nil, fmt.Errorf("%T", v)
}

// DidChangeConfiguration implements protocol.Server. Some clients send the settings, and
// others want to be asked.
func (s *Server) DidChangeConfiguration(_ context.Context, params *protocol.DidChangeConfigurationParams) error {
	var sent struct{ Reslint json.RawMessage }
	if err := json.Unmarshal(params.Settings, &sent); err == nil && sent.Reslint != nil {
		s.use(protocol.LSPAny(sent.Reslint))
		return nil
	}
	s.working.Go(s.askSettings)
	return nil
}

// askSettings asks the client for the settings.
func (s *Server) askSettings() {
	s.mu.Lock()
	can := s.can.configure
	s.mu.Unlock()
	if !can {
		return
	}
	section := "reslint"
	list, err := s.client.Configuration(s.background, &protocol.ConfigurationParams{
		Items: []protocol.ConfigurationItem{{Section: &section}},
	})
	if err != nil || len(list) == 0 {
		return
	}
	raw := list[0]
	if string(raw) == "null" || string(raw) == "{}" {
		raw = s.initial // who has set nothing meant what it said when it began
	}
	s.use(raw)
}

// use takes settings, and looks again at all that is open if they are others now.
func (s *Server) use(raw protocol.LSPAny) {
	set, errs := s.parseSettings(raw)
	s.complain(errs)
	s.mu.Lock()
	changed := !slices.Equal(set.flags, s.settings.flags) || set.hints != s.settings.hints
	s.settings = set
	s.renewSetups()
	dirs := s.openDirs()
	s.mu.Unlock()
	if changed && len(dirs) > 0 {
		s.schedule.add(0, dirs...)
	}
}

// watchFiles asks the client to tell of files that change on the disk.
func (s *Server) watchFiles() {
	s.mu.Lock()
	can := s.can.watch
	s.mu.Unlock()
	if !can {
		return
	}
	var watchers []map[string]string
	for _, pattern := range []string{"**/*.go", "**/go.mod", "**/go.sum", "**/go.work", "**/.reslint.yaml", "**/*.api"} {
		watchers = append(watchers, map[string]string{"globPattern": pattern})
	}
	err := s.client.RegisterCapability(s.background, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID:              "reslint-files",
		Method:          protocol.MethodWorkspaceDidChangeWatchedFiles,
		RegisterOptions: jsonOf(map[string]any{"watchers": watchers}),
	}}})
	if err != nil {
		s.log(protocol.MessageTypeWarning, "watching files: "+err.Error())
	}
}

// jsonOf is a value of ours in JSON.
func jsonOf(v any) protocol.LSPAny {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // only what can be written is given
	}
	return data
}
