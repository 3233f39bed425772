import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import * as lsp from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { server } from "../src/server";
import { type Configuration, chosen } from "../src/settings";

/**
 * A Client is the extension without an editor: the protocol is that of VS Code's own client, the options those of the
 * extension.
 */
export class Client {
	readonly messages: string[] = [];
	readonly shown: lsp.ShowDocumentParams[] = [];
	private readonly connection: lsp.ProtocolConnection;
	private readonly process: ChildProcess;
	private readonly exited: Promise<number | null>;
	private document!: TextDocument;
	private published: lsp.PublishDiagnosticsParams | undefined;
	private changed: (() => void) | undefined;
	private file!: string;

	constructor(private readonly configuration: Configuration) {
		const { command, args } = server("reslint");
		this.process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
		this.exited = new Promise((resolve) => this.process.on("exit", resolve));
		const { stdin, stdout } = this.process;
		assert(stdin && stdout);
		this.connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(stdout), new lsp.StreamMessageWriter(stdin));
		this.connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => {
			this.published = params;
			this.changed?.();
		});
		this.connection.onNotification(lsp.ShowMessageNotification.type, ({ message }) => {
			this.messages.push(message);
			this.changed?.();
		});
		this.connection.onRequest(lsp.ConfigurationRequest.type, ({ items }) => items.map(() => chosen(this.configuration)));
		this.connection.onRequest(lsp.RegistrationRequest.type, () => {});
		this.connection.onRequest(lsp.WorkDoneProgressCreateRequest.type, () => {});
		this.connection.onRequest(lsp.InlayHintRefreshRequest.type, () => {});
		this.connection.onRequest(lsp.ShowDocumentRequest.type, (params) => {
			this.shown.push(params);
			return { success: true };
		});
		this.connection.listen();
	}

	/** start begins the conversation about a folder. */
	async start(folder: string): Promise<lsp.InitializeResult> {
		const uri = pathToFileURL(folder).href;
		const answer = await this.connection.sendRequest(lsp.InitializeRequest.type, {
			processId: process.pid,
			rootUri: uri,
			workspaceFolders: [{ uri, name: "app" }],
			initializationOptions: chosen(this.configuration),
			capabilities: {
				general: { positionEncodings: ["utf-16"] },
				window: { showDocument: { support: true }, workDoneProgress: true },
				workspace: {
					configuration: true,
					didChangeConfiguration: { dynamicRegistration: true },
					didChangeWatchedFiles: { dynamicRegistration: true },
					inlayHint: { refreshSupport: true },
					workspaceEdit: { documentChanges: true, snippetEditSupport: false },
				},
				textDocument: {
					codeAction: {
						codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix", "source", "source.fixAll"] } },
						dataSupport: true,
						isPreferredSupport: true,
						resolveSupport: { properties: ["edit"] },
					},
					publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true },
				},
			},
		});
		await this.connection.sendNotification(lsp.InitializedNotification.type, {});
		return answer;
	}

	async open(file: string): Promise<void> {
		this.file = file;
		this.document = TextDocument.create(pathToFileURL(file).href, "go", 1, readFileSync(file, "utf8"));
		await this.connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
			textDocument: { uri: this.document.uri, languageId: "go", version: 1, text: this.document.getText() },
		});
	}

	/** change makes the document another text, by a change of no more than what differs. */
	async change(text: string): Promise<void> {
		const old = this.document.getText();
		let start = 0;
		while (start < old.length && start < text.length && old[start] === text[start]) {
			start++;
		}
		let same = 0;
		while (same < old.length - start && same < text.length - start && old[old.length - 1 - same] === text[text.length - 1 - same]) {
			same++;
		}
		const range = { start: this.document.positionAt(start), end: this.document.positionAt(old.length - same) };
		const contentChanges = [{ range, text: text.slice(start, text.length - same) }];
		this.document = TextDocument.update(this.document, contentChanges, this.document.version + 1);
		assert.equal(this.document.getText(), text);
		await this.connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
			textDocument: { uri: this.document.uri, version: this.document.version },
			contentChanges,
		});
	}

	async save(): Promise<void> {
		writeFileSync(this.file, this.document.getText());
		await this.connection.sendNotification(lsp.DidSaveTextDocumentNotification.type, { textDocument: { uri: this.document.uri } });
	}

	/** until waits for something that a notification may bring about. */
	async until<T>(what: string, found: () => T | undefined | Promise<T | undefined>): Promise<T> {
		const end = Date.now() + 60_000;
		for (;;) {
			const value = await found();
			if (value !== undefined) {
				return value;
			}
			const left = end - Date.now();
			assert(left > 0, `waiting for ${what}: there is ${JSON.stringify(this.published?.diagnostics)} ${this.messages.join("\n")}`);
			await new Promise<void>((resolve) => {
				this.changed = resolve;
				setTimeout(resolve, Math.min(left, 500));
			});
		}
	}

	/** findings waits until the document as it is has findings of certain rules. */
	findings(rules: string[]): Promise<lsp.Diagnostic[]> {
		return this.until(`findings of ${rules}`, () => {
			const { uri, version, diagnostics } = this.published ?? {};
			const list = [...(diagnostics ?? [])].sort((a, b) => this.document.offsetAt(a.range.start) - this.document.offsetAt(b.range.start));
			const current = uri === this.document.uri && version === this.document.version;
			return current && JSON.stringify(list.map((d) => d.code)) === JSON.stringify(rules) ? list : undefined;
		});
	}

	async actions(range: lsp.Range, diagnostics: lsp.Diagnostic[], only?: string[]): Promise<lsp.CodeAction[]> {
		const actions = await this.connection.sendRequest(lsp.CodeActionRequest.type, {
			textDocument: { uri: this.document.uri },
			range,
			context: only === undefined ? { diagnostics } : { diagnostics, only },
		});
		return (actions ?? []).filter((action) => lsp.CodeAction.is(action));
	}

	/** apply makes the edit of an action, of which each text goes through a function. */
	async apply(action: lsp.CodeAction, text: (newText: string) => string): Promise<void> {
		const [change, ...more] = action.edit?.documentChanges ?? [];
		assert(change && lsp.TextDocumentEdit.is(change) && more.length === 0, `the edit of ${action.title}: ${JSON.stringify(action.edit)}`);
		assert.deepEqual(change.textDocument, { uri: this.document.uri, version: this.document.version });
		const edits = change.edits.filter((edit) => lsp.TextEdit.is(edit)).map((edit) => ({ ...edit, newText: text(edit.newText) }));
		await this.change(TextDocument.applyEdits(this.document, edits));
	}

	get uri(): string {
		return this.document.uri;
	}

	get range(): lsp.Range {
		return { start: { line: 0, character: 0 }, end: this.document.positionAt(this.document.getText().length) };
	}

	async hints(): Promise<lsp.InlayHint[]> {
		return (await this.connection.sendRequest(lsp.InlayHintRequest.type, { textDocument: { uri: this.document.uri }, range: this.range })) ?? [];
	}

	async hover(position: lsp.Position): Promise<string> {
		const hover = await this.connection.sendRequest(lsp.HoverRequest.type, { textDocument: { uri: this.document.uri }, position });
		return JSON.stringify(hover?.contents ?? "");
	}

	execute(command: string, argument: string): Promise<unknown> {
		return this.connection.sendRequest(lsp.ExecuteCommandRequest.type, { command, arguments: [argument] });
	}

	/** configured tells of settings as the extension does. */
	async configured(): Promise<void> {
		await this.connection.sendNotification(lsp.DidChangeConfigurationNotification.type, { settings: { reslint: chosen(this.configuration) } });
	}

	/** stop ends the conversation in order. */
	async stop(): Promise<void> {
		await this.connection.sendRequest(lsp.ShutdownRequest.type);
		await this.connection.sendNotification(lsp.ExitNotification.type);
		assert.equal(await this.exited, 0);
		this.connection.dispose();
	}
}

/** settings are a configuration in which only what is given has been chosen. */
export function settings(values: Record<string, unknown>): Configuration {
	return { get: (key) => values[key], inspect: (key) => ({ globalValue: values[key] }) };
}
