// Package page looks at what `reslint layers` draws with the programs that people look at
// it with: the page in Chromium, the flow chart with Mermaid, the graph with Graphviz.
//
// A test whose program is not installed is skipped, or fails where the variable CI is set:
//
//	apt-get install chromium graphviz
//	npm install --no-package-lock   (in this folder, for Mermaid)
package page
