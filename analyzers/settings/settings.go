// Package settings has the analyser that carries the settings of all families, for drivers
// that take analysers one by one, as Bazel's nogo does.
package settings

import "github.com/reslint/reslint/internal/rule"

// Analyzer is named reslint. Its flags are the settings: strict, tests, enable, disable,
// timeout and so on. It reports a setting that is wrong, and suppressions that suppress
// nothing. The families read its flags whether a driver runs it or not.
var Analyzer = rule.SettingsAnalyzer
