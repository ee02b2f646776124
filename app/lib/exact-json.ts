/** Parses JSON; integers beyond the safe range, such as the provider's ids, stay as text. Throws like `JSON.parse`. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, exactly);
}

function exactly(_: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? (context?.source ?? value) : value;
}
