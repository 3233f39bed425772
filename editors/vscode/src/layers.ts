import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import type { ShowDocumentParams } from "vscode-languageclient/node";

/** showLayers asks for the page of a file or folder, or of the folder in which one works. */
export async function showLayers(uri?: vscode.Uri): Promise<void> {
	const open = vscode.window.activeTextEditor?.document.uri;
	const folder = (open && vscode.workspace.getWorkspaceFolder(open)) ?? vscode.workspace.workspaceFolders?.[0];
	const what = uri ?? folder?.uri ?? open;
	if (what?.scheme !== "file") {
		vscode.window.showInformationMessage("Open a folder first: the layers of retries are those of its packages.");
		return;
	}
	await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: "reslint looks for layers of retries" }, () =>
		Promise.resolve(vscode.commands.executeCommand("reslint.layers", what.toString())),
	);
}

/**
 * showPage shows a page that the server has written, beside the code and not in a browser: the files of a container or of a
 * machine far away can't be opened by a browser here.
 */
export async function showPage({ uri, external }: ShowDocumentParams): Promise<boolean> {
	const file = vscode.Uri.parse(uri);
	if (!external || file.scheme !== "file" || !file.path.endsWith(".html")) {
		return false;
	}
	const panel = vscode.window.createWebviewPanel("reslint.layers", "Layers of retries", vscode.ViewColumn.Active, {
		enableScripts: true,
		enableFindWidget: true,
		localResourceRoots: [],
	});
	panel.webview.html = await readFile(file.fsPath, "utf8");
	return true;
}
