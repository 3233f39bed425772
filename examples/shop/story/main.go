// Story tells what reslint is about, with the four services under before: it builds
// reslint, lets it report, copies the shop, mends the copies with reslint -fix, once with
// the standard library alone and once with the runtime, and runs all three under the
// same load while something breaks. It prints a table, and writes numbers, pictures and
// the changes under plots:
//
//	go run ./story
//
// It needs the go command and nothing else.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("story: ")
	work, err := os.MkdirTemp("", "story")
	if err != nil {
		log.Fatal(err)
	}
	err = tell(work)
	os.RemoveAll(work)
	if err != nil {
		log.Fatal(err)
	}
}

func tell(work string) error {
	module, err := moduleDir()
	if err != nil {
		return err
	}
	step("reslint ./before/...")
	reslint, err := buildReslint(work, module)
	if err != nil {
		return err
	}
	report, err := reslint.report(work, module)
	if err != nil {
		return err
	}
	fmt.Println(report)

	var shops []*version
	for _, v := range versions {
		step(v.name)
		shop, err := v.make(work, module, reslint)
		if err != nil {
			return err
		}
		if shop.left != "" {
			fmt.Print("left:\n", shop.left)
		}
		shops = append(shops, shop)
	}

	step("80 seconds under a constant load, in virtual time")
	r, err := measure(shops, scenarios, 80)
	if err != nil {
		return err
	}
	machine := fmt.Sprintf("%s %s/%s, %d cores, %s", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), time.Now().Format(time.DateOnly))
	r.print(os.Stdout)
	fmt.Println("\nMeasured with", machine+".")
	return r.write(filepath.Join(module, "plots"), machine, shops)
}

func step(name string) { fmt.Printf("\n== %s\n", name) }
