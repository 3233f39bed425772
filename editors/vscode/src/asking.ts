import * as vscode from "vscode";
import { lacksReason, objection, withReason } from "./ignore";

/** askReasons lets the actions that insert a comment without a reason ask for it first. */
export function askReasons(document: vscode.TextDocument, actions: (vscode.Command | vscode.CodeAction)[]): (vscode.Command | vscode.CodeAction)[] {
	for (const action of actions) {
		const edit = action instanceof vscode.CodeAction ? action.edit : undefined;
		if (!(action instanceof vscode.CodeAction) || !edit?.entries().some(([, edits]) => edits.some((e) => lacksReason(e.newText)))) {
			continue;
		}
		delete action.edit;
		action.command = { title: action.title, command: "reslint.ignoreWithReason", arguments: [document.uri, document.version, edit] };
	}
	return actions;
}

/** ignoreWithReason asks for the reason, and inserts the comment with it. */
export async function ignoreWithReason(uri: vscode.Uri, version: number, edit: vscode.WorkspaceEdit): Promise<void> {
	const reason = await vscode.window.showInputBox({
		title: "reslint: ignore this finding",
		prompt: "Why is it wanted as it is?",
		validateInput: objection,
	});
	if (reason === undefined) {
		return;
	}
	const document = await vscode.workspace.openTextDocument(uri);
	if (document.version !== version) {
		vscode.window.showWarningMessage("The file has changed meanwhile. Choose the action again.");
		return;
	}
	const filled = new vscode.WorkspaceEdit();
	for (const [file, edits] of edit.entries()) {
		filled.set(file, edits.map((e) => new vscode.TextEdit(e.range, withReason(e.newText, reason))));
	}
	if (!(await vscode.workspace.applyEdit(filled))) {
		vscode.window.showErrorMessage("The comment could not be inserted.");
	}
}
