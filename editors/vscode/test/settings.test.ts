import assert from "node:assert/strict";
import { test } from "node:test";
import manifest from "../package.json";
import schema from "../../../docs/reslint.schema.json";
import { chosen, type Configuration, keys } from "../src/settings";

const properties: Record<string, object> = manifest.contributes.configuration.properties;

/** configuration is one in which some keys are set, the others have their defaults. */
function configuration(values: Record<string, unknown>): Configuration {
	return {
		get: (key) => values[key] ?? "a default",
		inspect: (key) => ({ globalValue: key === "timeout" ? values[key] : undefined, workspaceFolderValue: key === "timeout" ? undefined : values[key] }),
	};
}

test("only what somebody has chosen is sent", () => {
	assert.deepEqual(chosen(configuration({})), {});
	assert.deepEqual(chosen(configuration({ timeout: "5s", strict: false, enable: [] })), { timeout: "5s", strict: false, enable: [] });
});

test("the extension's own settings stay here", () => {
	assert.deepEqual(chosen(configuration({ path: "/bin/reslint", "trace.server": "verbose", hints: true })), { hints: true });
});

test("each key is a setting, and each setting a key", () => {
	const own = ["reslint.path", "reslint.trace.server"];
	assert.deepEqual(Object.keys(properties).sort(), [...own, ...keys.map((key) => `reslint.${key}`)].sort());
});

test("what .reslint.yaml knows is a setting, but for what only the command understands", () => {
	const command = ["error", "paths", "warn"];
	assert.deepEqual(Object.keys(schema.properties).filter((key) => !(keys as readonly string[]).includes(key)), command);
	assert.deepEqual(Object.keys(schema.properties).filter((key) => command.includes(key)), command);
});
