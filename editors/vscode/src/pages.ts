import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import type { ShowDocumentParams } from "vscode-languageclient/node";

/**
 * showPage shows what the server has written for people: explanations as they are meant to look, and the page of layers beside
 * the code. A browser here could not open the files of a container or of a machine far away.
 */
export async function showPage({ uri }: ShowDocumentParams): Promise<boolean> {
	const file = vscode.Uri.parse(uri);
	if (file.scheme === "file" && file.path.endsWith(".md")) {
		await vscode.commands.executeCommand("markdown.showPreview", file);
		return true;
	}
	if (file.scheme === "file" && file.path.endsWith(".html")) {
		const panel = vscode.window.createWebviewPanel("reslint.layers", "Layers of retries", vscode.ViewColumn.Active, {
			enableScripts: true,
			enableFindWidget: true,
			localResourceRoots: [],
		});
		panel.webview.html = await readFile(file.fsPath, "utf8");
		return true;
	}
	return false;
}
