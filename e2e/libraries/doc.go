// Package libraries holds reslint's knowledge against the real libraries: every
// name of its tables is resolved in them, and the cases in the folders below,
// one a library, are analysed with their real types, some of them under the real go
// vet. The others are read from source: nothing of what they import is compiled.
//
// It is a module of its own, so that reslint itself depends on none of them.
package libraries
