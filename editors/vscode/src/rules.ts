/** A Rule is a line of what `reslint rules` prints. */
export interface Rule {
	id: string;
	state: string;
	title: string;
}

/** parse reads what `reslint rules` prints: columns, with two spaces or more between them. */
export function parse(text: string): Rule[] {
	return text.split("\n").flatMap((line) => {
		const [id, state, title] = line.trim().split(/ {2,}/);
		return id && state && title ? [{ id, state, title }] : [];
	});
}
