// Plays a scene of e2e/editors, which is in the file that RESLINT_SCENE names: node out/scene.js FILE

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { lacksReason, objection, withReason } from "../src/ignore";
import { Client, settings } from "./client";

interface Scene {
	before: string;
	typed: string;
	findings: string[];
	action: string;
	reason: string;
}

async function play(scene: Scene, file: string): Promise<void> {
	const client = new Client(settings({}));
	await client.start(dirname(file));
	await client.open(file);
	if (scene.typed !== "") {
		await client.change(scene.typed);
	}
	const findings = await client.findings(scene.findings);
	assert.equal(readFileSync(file, "utf8"), scene.before);
	const last = findings.at(-1);
	assert(last);
	assert.equal(last.source, "reslint");
	assert.match(last.codeDescription?.href ?? "", /^https:.*rules\.md#/);
	assert.match(await client.hover(last.range.start), /rules\.md#/);
	if (scene.action === "") {
		// As VS Code does on save.
		const actions = await client.actions(client.range, findings, ["source.fixAll.reslint"]);
		assert.deepEqual(actions.map(({ kind }) => kind), ["source.fixAll.reslint"]);
		assert(actions[0]);
		await client.apply(actions[0], (text) => text);
	} else {
		const actions = await client.actions(last.range, [last]);
		const action = actions.find(({ title }) => title === scene.action);
		assert(action, `${scene.action} is not among ${actions.map(({ title }) => title).join(", ")}`);
		assert.equal(actions.filter(({ isPreferred }) => isPreferred).length, 1);
		const asks = action.edit?.documentChanges?.some((change) => "edits" in change && change.edits.some((edit) => "newText" in edit && lacksReason(edit.newText)));
		assert.equal(asks, scene.reason !== "");
		assert(scene.reason === "" || !objection(scene.reason));
		await client.apply(action, (text) => withReason(text, scene.reason));
		// Who saves at once is not given what has just been decided otherwise.
		assert.deepEqual(await client.actions(client.range, [], ["source.fixAll.reslint"]), []);
	}
	await client.findings([]);
	await client.save();
	assert.deepEqual(client.messages, []);
	await client.stop();
}

const [file] = process.argv.slice(2);
const { RESLINT_SCENE } = process.env;
assert(file && RESLINT_SCENE);
play(JSON.parse(readFileSync(RESLINT_SCENE, "utf8")) as Scene, file).catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
