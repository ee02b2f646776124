/** Whether PostgreSQL can store a text: it refuses NUL, and JSON with a lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** A JSON value that PostgreSQL can store: keys and texts without NUL, lone surrogates replaced. */
export function storable(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "");
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), storable(part)]));
}
