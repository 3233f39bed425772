import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { parse } from "./rules";

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
