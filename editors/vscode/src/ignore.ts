// The server's action "Ignore RULE here, with a reason" inserts a comment that lacks the reason.

const comment = /^([ \t]*\/\/reslint:ignore \S+)(\r?\n)$/;

/** lacksReason reports whether an edit inserts a comment whose reason is still to be given. */
export function lacksReason(newText: string): boolean {
	return comment.test(newText);
}

/** withReason puts a reason into the comment that an edit inserts. */
export function withReason(newText: string, reason: string): string {
	return newText.replace(comment, (_, start: string, end: string) => `${start} ${reason.trim()}${end}`);
}

/** objection tells why a text is no reason, to the one who types it. */
export function objection(reason: string): string | undefined {
	const text = reason.trim();
	if (text === "" || text.startsWith("//")) {
		return "Why is it wanted as it is? reslint ignores nothing without a reason.";
	}
	return /[\r\n]/.test(text) ? "The reason stands on one line." : undefined;
}
