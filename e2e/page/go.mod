module github.com/reslint/reslint/e2e/page

go 1.26.0

require (
	github.com/chromedp/cdproto v0.160.1
	github.com/chromedp/chromedp v0.23.1
	github.com/reslint/reslint v0.0.0
)

require github.com/go-json-experiment/json v0.0.0-20260623181947-01eb4420fa68 // indirect

replace github.com/reslint/reslint => ../..
