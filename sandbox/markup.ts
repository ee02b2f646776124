/** Trusted markup; every other template value is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type Piece = Markup | string | number | null | undefined | false | Piece[];

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Template tag for markup: values are escaped unless they are `Markup`; lists are joined, null and false are omitted.
 */
export function markup(strings: TemplateStringsArray, ...values: Piece[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + show(values[index - 1]) + part));
}

function show(value: Piece): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(show).join("");
  if (value === null || value === undefined || value === false) return "";
  return escapeHtml(String(value));
}
