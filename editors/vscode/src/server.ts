/** server is how the language server is started. */
export function server(command: string): { command: string; args: string[] } {
	return { command, args: ["lsp"] };
}

/** selector names the documents that reslint wants to know of. */
export const selector = [{ scheme: "file", language: "go" }];

/** watched are the files whose change on the disk can change what reslint finds. */
export const watched = ["**/*.go", "**/go.mod", "**/go.work", "**/.reslint.yaml"];
