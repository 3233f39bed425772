import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../src/rules";

test("the columns of reslint rules are read", () => {
	const text = "layering/mesh           on, stable         a retry of what the mesh retries, too\nlayering/layers         off, experimental  a layer of retries\n";
	assert.deepEqual(parse(text), [
		{ id: "layering/mesh", state: "on, stable", title: "a retry of what the mesh retries, too" },
		{ id: "layering/layers", state: "off, experimental", title: "a layer of retries" },
	]);
	assert.deepEqual(parse("\n"), []);
});
