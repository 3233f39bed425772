// Makes dist/extension.js, and dist/NOTICES.txt: the licences of what is in it want to be passed on.
import { build } from "esbuild";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const { metafile } = await build({
	entryPoints: ["src/extension.ts"], outfile: "dist/extension.js",
	bundle: true, minify: true, metafile: true, platform: "node", target: "node20", format: "cjs", external: ["vscode"], logLevel: "warning",
});
const packages = new Set(Object.keys(metafile.inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
const notices = [...packages].sort().map((folder) => {
	const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
	const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
	if (file === undefined || !existsSync(`${folder}/${file}`)) {
		throw new Error(`${name} comes without its licence`);
	}
	return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
});
writeFileSync("dist/NOTICES.txt", notices.join(`\n${"-".repeat(72)}\n\n`));
