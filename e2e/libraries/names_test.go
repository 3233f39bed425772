package libraries

import (
	"go/types"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/knowledge"
)

// TestNames resolves every name of the tables in the real library. A line for a
// package and all below it has to be true of one of those that the cases use.
func TestNames(t *testing.T) {
	all, err := knowledge.Packages()
	if err != nil {
		t.Fatal(err)
	}
	known := libraries(t)
	for path, table := range all {
		if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
			continue // the standard library
		}
		pattern, below := strings.CutSuffix(path, "/**")
		var packages []*types.Package
		for name, pkg := range known {
			if name == pattern || below && strings.HasPrefix(name, pattern+"/") {
				packages = append(packages, pkg)
			}
		}
		if len(packages) == 0 {
			t.Errorf("package %s: no case imports it", path)
		}
		for _, claim := range table.Claims {
			if err := resolve(claim, packages); err != nil && !elsewhere[claim.Name] {
				t.Error(err)
			}
		}
	}
}

// TestMadeOnce holds which calls a library makes once that repeats others.
func TestMadeOnce(t *testing.T) {
	pkg := libraries(t)["cloud.google.com/go/storage"]
	for method, again := range map[string]bool{
		"ObjectHandle.Attrs": true, "ObjectHandle.NewReader": true, "BucketHandle.Delete": true,
		"ObjectHandle.Delete": false, "ObjectHandle.Update": false, "BucketHandle.Update": false, "BucketHandle.AddNotification": false,
	} {
		receiver, name, _ := strings.Cut(method, ".")
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(pkg.Scope().Lookup(receiver).Type()), false, pkg, name)
		claim := knowledge.Func(obj.(*types.Func))
		if !claim.Remote() || (claim.Tries != 0) != again {
			t.Errorf("%s: remote %t, tries %d; want it repeated: %t", method, claim.Remote(), claim.Tries, again)
		}
	}
}

// elsewhere are methods of services of the AWS SDK that no case uses, for they
// stream or poll: kinesis, sfn, swf, lambda, bedrockruntime, cloudwatchlogs.
var elsewhere = map[string]bool{
	"(*).ConverseStream": true, "(*).GetActivityTask": true, "(*).InvokeModelWithBidirectionalStream": true,
	"(*).InvokeModelWithResponseStream": true, "(*).InvokeWithResponseStream": true, "(*).PollForActivityTask": true,
	"(*).PollForDecisionTask": true, "(*).StartLiveTail": true, "(*).SubscribeToShard": true,
}

// resolve succeeds if one of the packages has what the claim names.
func resolve(claim *knowledge.Claim, packages []*types.Package) (err error) {
	for _, pkg := range packages {
		if err = claim.Resolve(pkg); err == nil {
			return nil
		}
	}
	return err
}

// libraries are the packages that the cases import, at any distance, by path.
func libraries(t *testing.T) map[string]*types.Package {
	t.Helper()
	list, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]*types.Package)
	for _, pkg := range list {
		known[pkg.PkgPath] = pkg.Types
	}
	return known
}
