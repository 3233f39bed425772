import * as vscode from "vscode";
import { DidChangeConfigurationNotification, LanguageClient, type Middleware, type StaticFeature } from "vscode-languageclient/node";
import { askReasons, ignoreWithReason } from "./asking";
import { explainRule } from "./explaining";
import { showLayers } from "./layers";
import { showPage } from "./pages";
import { find, install, missing } from "./program";
import { selector, server } from "./server";
import { chosen } from "./settings";

let client: LanguageClient | undefined;

/** turn ends when all that was asked for before has been done: a client that is starting can't be stopped. */
let turn = Promise.resolve();

function inTurn(act: () => Promise<void>): Promise<void> {
	turn = turn.then(act, act);
	return turn;
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
	context.subscriptions.push(
		vscode.commands.registerCommand("reslint.restart", restart),
		vscode.commands.registerCommand("reslint.showLayers", (uri?: vscode.Uri) => withClient(() => showLayers(uri))),
		vscode.commands.registerCommand("reslint.explainRule", () => withClient(() => explainRule(program()))),
		vscode.commands.registerCommand("reslint.ignoreWithReason", ignoreWithReason),
		vscode.workspace.onDidChangeConfiguration(configured),
	);
	await restart();
}

export function deactivate(): Promise<void> {
	return inTurn(stop);
}

async function stop(): Promise<void> {
	const running = client;
	client = undefined;
	await running?.dispose();
}

/** restart starts the server that the settings name, in the place of the one that runs. */
function restart(): Promise<void> {
	return inTurn(begin);
}

async function begin(): Promise<void> {
	await stop();
	const command = program();
	if (command === undefined) {
		void tellMissing(); // the answer may take long
		return;
	}
	const started = new LanguageClient("reslint", "reslint", server(command), {
		documentSelector: selector,
		initializationOptions: () => settings(),
		middleware,
	});
	started.registerFeature(withoutSnippets);
	client = started;
	try {
		await started.start();
	} catch (error) {
		const problem = error instanceof Error ? error.message : String(error);
		vscode.window.showErrorMessage(`${command} lsp did not start: ${problem}. A reslint without this command is too old: ${install}`);
	}
}

function program(): string | undefined {
	return find(configuredPath());
}

function configuredPath(): string {
	return vscode.workspace.getConfiguration("reslint").get<string>("path") || "reslint";
}

async function tellMissing(): Promise<void> {
	const copy = "Copy the command";
	const settings = "Open the settings";
	const answer = await vscode.window.showErrorMessage(missing(configuredPath()), copy, settings);
	if (answer === copy) {
		await vscode.env.clipboard.writeText(install);
	} else if (answer === settings) {
		await vscode.commands.executeCommand("workbench.action.openSettings", "reslint.path");
	}
}

/** withClient does something that needs the server, which is started if it does not run. */
async function withClient(act: () => Promise<void>): Promise<void> {
	await inTurn(async () => {
		if (!client?.isRunning()) {
			await begin();
		}
	});
	if (client?.isRunning()) {
		await act();
	}
}

function settings(scope?: string): Record<string, unknown> {
	return chosen(vscode.workspace.getConfiguration("reslint", scope === undefined ? undefined : vscode.Uri.parse(scope)));
}

async function configured(change: vscode.ConfigurationChangeEvent): Promise<void> {
	if (change.affectsConfiguration("reslint.path")) {
		await restart();
	} else if (change.affectsConfiguration("reslint")) {
		await inTurn(async () => {
			if (client?.isRunning()) {
				await client.sendNotification(DidChangeConfigurationNotification.type, { settings: { reslint: settings() } });
			}
		});
	}
}

const middleware: Middleware = {
	provideCodeActions: async (document, range, context, token, next) =>
		askReasons(document, (await next(document, range, context, token)) ?? []),
	window: {
		showDocument: async (params, token, next) => ((await showPage(params)) ? { success: true } : next(params, token)),
	},
	workspace: {
		// The answer of the client would have defaults in it, and the settings of the extension itself.
		configuration: (params, token, next) =>
			params.items.every((item) => item.section === "reslint")
				? params.items.map((item) => settings(item.scopeUri))
				: next(params, token),
		// Changes are told by configured.
		didChangeConfiguration: async () => {},
	},
};

/** withoutSnippets says that edits can't be snippets: reasons are asked for, and not typed over something that looks like one. */
const withoutSnippets: StaticFeature = {
	fillClientCapabilities: ({ workspace }) => {
		if (workspace?.workspaceEdit) {
			workspace.workspaceEdit.snippetEditSupport = false;
		}
	},
	initialize: () => {},
	getState: () => ({ kind: "static" }),
	clear: () => {},
};
