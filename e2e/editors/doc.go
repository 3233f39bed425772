// Package editors drives real editors with `reslint lsp`: Neovim, Emacs, and the client of the VS Code extension. What they
// leave on the disk has to build, and reslint has to be content with it. The settings are those that docs/editors.md
// tells people to copy.
//
// A test whose program is not installed is skipped, or fails where the variable CI is set:
//
//	apt-get install neovim emacs-nox elpa-eglot nodejs npm
//	npm --prefix ../../editors/vscode install --no-package-lock
//
// They run the reslint of this checkout, or the one that the variable RESLINT names.
package editors
