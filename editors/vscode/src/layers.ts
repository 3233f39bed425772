import * as vscode from "vscode";

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
