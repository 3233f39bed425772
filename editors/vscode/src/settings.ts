/** keys are the settings that reslint itself understands; the others (path, trace) are the extension's. */
export const keys = [
	"run", "hints",
	"strict", "tests", "enable", "disable", "only", "timeout", "cap", "max", "attempts", "limit", "runtime",
	"config", "api", "mesh", "tags", "mod", "modfile",
] as const;

/** A Configuration is what vscode.workspace.getConfiguration gives, as far as it is needed here. */
export interface Configuration {
	get(key: string): unknown;
	inspect(key: string): Partial<Record<Layer, unknown>> | undefined;
}

type Layer =
	| "globalValue" | "workspaceValue" | "workspaceFolderValue"
	| "globalLanguageValue" | "workspaceLanguageValue" | "workspaceFolderLanguageValue";

const layers: Layer[] = [
	"globalValue", "workspaceValue", "workspaceFolderValue",
	"globalLanguageValue", "workspaceLanguageValue", "workspaceFolderLanguageValue",
];

/**
 * chosen are the settings that somebody has made. Defaults are left out: sent to the server, they would
 * win over what .reslint.yaml says.
 */
export function chosen(configuration: Configuration): Record<string, unknown> {
	const settings: Record<string, unknown> = {};
	for (const key of keys) {
		const found = configuration.inspect(key);
		if (found !== undefined && layers.some((layer) => found[layer] !== undefined)) {
			settings[key] = configuration.get(key);
		}
	}
	return settings;
}
