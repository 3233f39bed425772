// Asks for all but findings and fixes: node out/services.js FILE, a file with a retry loop

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { keys } from "../src/settings";
import { Client, settings } from "./client";

async function ask(file: string): Promise<void> {
	const values: Record<string, unknown> = {};
	const client = new Client(settings(values));
	const { capabilities } = await client.start(dirname(file));
	assert.deepEqual(capabilities.executeCommandProvider?.commands, ["reslint.explain", "reslint.layers"]);
	await client.open(file);
	await client.findings(["retryloop/no-jitter"]);
	assert.deepEqual(await client.hints(), []);

	// All settings, with values that they may have.
	const allowed: Record<(typeof keys)[number], unknown> = {
		run: "change", hints: true, strict: false, tests: true, enable: ["timeout"], disable: ["retryloop"], only: [], timeout: "5s", cap: "10s", max: "1m",
		attempts: 4, limit: 5, runtime: false, config: "off", api: [], mesh: ["orders=3"], tags: "integration", mod: "mod", modfile: "",
	};
	Object.assign(values, allowed);
	await client.configured();
	await client.findings([]);
	await client.until("hints", async () => (await client.hints()).length > 0 || undefined);
	assert.deepEqual(client.messages, []);
	// Nothing is chosen any more but what is wrong, which is told: all is as it was.
	for (const key of keys) {
		delete values[key];
	}
	values.attempts = "many";
	await client.configured();
	assert.match(await client.until("a message", () => client.messages[0]), /attempts/);
	await client.findings(["retryloop/no-jitter"]);
	assert.deepEqual(await client.hints(), []);

	const explained = await client.execute("reslint.explain", "retryloop/no-jitter");
	assert.match(String(explained), /jitter/);
	const layers = await client.execute("reslint.layers", client.uri);
	assert.match(String(layers), /\.html$/);
	const [text, page] = client.shown;
	assert(text && page && !text.external && page.external);
	assert.match(readFileSync(fileURLToPath(text.uri), "utf8"), /jitter/);
	const written = fileURLToPath(page.uri);
	assert.match(readFileSync(written, "utf8"), /<!DOCTYPE html>.*app\.Load/is);
	await client.stop();
	assert(!existsSync(written), `${written} is left behind`);
}

const [file] = process.argv.slice(2);
assert(file);
ask(file).catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
