import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";

/** A Place is where a program is looked for. */
export interface Place {
	env: NodeJS.ProcessEnv;
	platform: NodeJS.Platform;
	home: string;
}

const here = (): Place => ({ env: process.env, platform: process.platform, home: homedir() });

/**
 * find returns the path of a program, or undefined. A name is looked for on PATH, and then where go install puts
 * programs: editors that are started from a menu often have another PATH than a shell.
 */
export function find(name: string, place = here()): string | undefined {
	const p = place.platform === "win32" ? path.win32 : path.posix;
	if (name.startsWith("~/")) {
		name = p.join(place.home, name.slice(2));
	}
	if (/[/\\]/.test(name)) {
		return runnable(name, place) ? name : undefined;
	}
	const endings = place.platform === "win32" && p.extname(name) === "" ? [".exe", ".cmd", ".bat"] : [""];
	return folders(place, p)
		.flatMap((folder) => endings.map((ending) => p.join(folder, name + ending)))
		.find((file) => runnable(file, place));
}

function folders({ env, platform, home }: Place, p: path.PlatformPath): string[] {
	// On Windows it is called Path, and objects that are copied from process.env care.
	const searched = Object.entries(env).find(([key]) => key === "PATH" || (platform === "win32" && key.toUpperCase() === "PATH"))?.[1] ?? "";
	const gopath = (env.GOPATH || p.join(home, "go")).split(p.delimiter);
	return [...searched.split(p.delimiter), env.GOBIN ?? "", ...gopath.map((folder) => p.join(folder, "bin"))].filter((folder) => folder !== "");
}

function runnable(file: string, { platform }: Place): boolean {
	try {
		accessSync(file, platform === "win32" ? constants.F_OK : constants.X_OK);
		return statSync(file).isFile();
	} catch {
		return false;
	}
}

export const install = "go install github.com/reslint/reslint/cmd/reslint@latest";

/** missing tells what to do about a program that was not found. */
export function missing(name: string): string {
	if (name === "reslint") {
		return `reslint is not on PATH, nor where go install puts programs. Install it (${install}), or set reslint.path.`;
	}
	return `reslint.path is ${JSON.stringify(name)}, and there is no such program. Correct it, or remove it and install reslint (${install}).`;
}
