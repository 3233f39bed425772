import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { parse } from "./rules";

/** Explanations are documents that tell why rules exist. */
export class Explanations implements vscode.TextDocumentContentProvider {
	static readonly scheme = "reslint";
	private readonly texts = new Map<string, string>();

	provideTextDocumentContent(uri: vscode.Uri): string {
		return this.texts.get(uri.path) ?? "";
	}

	async show(rule: string, markdown: string): Promise<void> {
		const uri = vscode.Uri.from({ scheme: Explanations.scheme, path: `/${rule}.md` });
		this.texts.set(uri.path, markdown);
		await vscode.commands.executeCommand("markdown.showPreview", uri);
	}
}

/** explainRule lets the user choose a rule, and explains it. */
export async function explainRule(program: string | undefined): Promise<void> {
	if (program === undefined) {
		return;
	}
	const { stdout } = await promisify(execFile)(program, ["rules"]);
	const items = parse(stdout).map(({ id, state, title }) => ({ label: id, description: state, detail: title }));
	const chosen = await vscode.window.showQuickPick(items, { title: "reslint: explain a rule", matchOnDetail: true });
	if (chosen !== undefined) {
		await vscode.commands.executeCommand("reslint.explain", chosen.label);
	}
}
