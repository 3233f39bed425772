import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { find, missing } from "../src/program";

const home = mkdtempSync(join(tmpdir(), "reslint-"));

function put(folder: string, mode = 0o755): string {
	mkdirSync(join(home, folder), { recursive: true });
	const file = join(home, folder, "reslint");
	writeFileSync(file, "");
	chmodSync(file, mode);
	return file;
}

test("PATH comes first, then where go install puts programs", () => {
	const place = (env: NodeJS.ProcessEnv) => ({ env, platform: "linux" as const, home });
	put("not", 0o644);
	mkdirSync(join(home, "folder", "reslint"), { recursive: true });
	const PATH = ["none", "not", "folder"].map((folder) => join(home, folder)).join(":");
	assert.equal(find("reslint", place({ PATH })), undefined);
	const byHome = put("go/bin");
	assert.equal(find("reslint", place({ PATH })), byHome);
	const byGopath = put("gopath/bin");
	const GOPATH = `${join(home, "empty")}:${join(home, "gopath")}`;
	assert.equal(find("reslint", place({ PATH, GOPATH })), byGopath);
	const byGobin = put("gobin");
	assert.equal(find("reslint", place({ PATH, GOPATH, GOBIN: join(home, "gobin") })), byGobin);
	const byPath = put("bin");
	assert.equal(find("reslint", place({ PATH: `${PATH}:${join(home, "bin")}`, GOPATH, GOBIN: join(home, "gobin") })), byPath);
});

test("a path is taken as it is, from the home folder if it says so", () => {
	const place = { env: {}, platform: "linux" as const, home };
	const file = put("elsewhere");
	assert.equal(find(file, place), file);
	assert.equal(find("~/elsewhere/reslint", place), file);
	assert.equal(find(join(home, "nowhere", "reslint"), place), undefined);
});

test("what is missing is told with the remedy", () => {
	assert.match(missing("reslint"), /go install github\.com\/reslint\/reslint\/cmd\/reslint@latest/);
	assert.match(missing("/opt/reslint"), /"\/opt\/reslint".*go install/);
});
