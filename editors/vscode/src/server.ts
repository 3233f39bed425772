/** server is how the language server is started. */
export function server(command: string): { command: string; args: string[] } {
	return { command, args: ["lsp"] };
}

/** selector names the documents that reslint wants to know of. */
export const selector = [{ scheme: "file", language: "go" }];
