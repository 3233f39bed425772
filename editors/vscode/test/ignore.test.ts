import assert from "node:assert/strict";
import { test } from "node:test";
import { lacksReason, objection, withReason } from "../src/ignore";

test("a comment that lacks its reason is known, and given one", () => {
	const text = "\t//reslint:ignore timeout/http-client\n";
	assert.ok(lacksReason(text));
	assert.equal(withReason(text, " it streams "), "\t//reslint:ignore timeout/http-client it streams\n");
	// What String.replace would take for a pattern is a reason like any other.
	assert.equal(withReason(text, "costs $1 & $&"), "\t//reslint:ignore timeout/http-client costs $1 & $&\n");
});

test("other edits are left alone", () => {
	for (const text of ["Timeout: 30 * time.Second", "// and so on\n", "//reslint:ignore timeout/dial it waits\n", "//reslint:ignore timeout/dial\nvar x int\n"]) {
		assert.ok(!lacksReason(text), text);
		assert.equal(withReason(text, "why"), text);
	}
});

test("what reslint would not take for a reason is refused", () => {
	for (const reason of ["", "  ", "//", " // later", "a\nb"]) {
		assert.ok(objection(reason), JSON.stringify(reason));
	}
	assert.equal(objection("it is local, see https://example.com/1"), undefined);
});
