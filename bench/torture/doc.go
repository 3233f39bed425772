// Package torture holds the whole suite against code that it was not made for. It has
// nothing but tests:
//
//   - FuzzSuite mutates real code (the cases of the rules, packages of this module, parts of the
//     standard library), and analyses what still type-checks. Its seeds run with every go test;
//     `go test ./bench/torture -run - -fuzz FuzzSuite -parallel 1` goes on from them.
//   - TestTorture runs over what lies around: the programs of the Go distribution's test
//     folder, the type checker's own cases, the standard library and cmd, and the test data of
//     x/tools. It takes minutes: `go test ./bench/torture -run TestTorture -torture -timeout 0`.
//
// Everything is on: all rules, strict, tests, the runtime. In each package nothing may panic,
// two runs have to give the same findings, fixes and facts, the analysis has to end, and what each
// fix leads to has to compile.
package torture
