import { isUuid } from "#app/lib/uuid.ts";
import { countInField, MAX_QUANTITY, mergeLines, type CartLine } from "../rules.ts";

/** Maximum number of products, limited by the cookie size of 4 KB. */
export const MAX_FORM_LINES = 80;

const COOKIE = "oja.cart";
const SECONDS = 30 * 86_400;

/** Change requested by a cart form; `quantity` is at least 1 in sold units, `count_in` is the unit of the input. */
export type FormCartChange =
  | { intent: "add" | "set"; id: string; quantity: number; count_in?: number }
  | { intent: "remove"; id: string };

/** Lines of the cookie cart from a Cookie header or `document.cookie`; invalid ones are dropped. */
export function readFormCart(cookies: string | null): CartLine[] {
  const value = /(?:^|;\s*)oja\.cart=([^;]*)/.exec(cookies ?? "")?.[1] ?? "";
  const lines = value.split(".").flatMap((text): CartLine[] => {
    const [, hex = "", quantity, size = "1"] = /^([0-9a-f]{32})-(\d{1,7})(?:-([1-9]\d{0,4}))?$/.exec(text) ?? [];
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    const line = { id, quantity: Math.min(Number(quantity), MAX_QUANTITY), ...countInField(largerUnit(Number(size))) };
    return isUuid(id) && line.quantity > 0 ? [line] : [];
  });
  return mergeLines(lines).slice(0, MAX_FORM_LINES);
}

/**
 * Set-Cookie value for these lines; deletes the cookie when empty. Not httpOnly: the page's script imports the lines.
 */
export function formCartCookie(lines: CartLine[]): string {
  const value = lines
    .map(({ id, quantity, count_in }) => [id.replaceAll("-", ""), quantity, ...(count_in ? [count_in] : [])].join("-"))
    .join(".");
  return `${COOKIE}=${value}; Path=/; Max-Age=${lines.length > 0 ? SECONDS : 0}; SameSite=Lax`;
}

/**
 * Applies a form to the lines. "add" increases the quantity of an existing product; lines beyond the maximum are
 * dropped.
 */
export function changeFormCart(lines: CartLine[], change: FormCartChange): CartLine[] {
  const others = lines.filter(({ id }) => id !== change.id);
  if (change.intent === "remove") return others;
  const { id, quantity, intent } = change;
  if (intent === "add") return mergeLines([...lines, { id, quantity }]).slice(0, MAX_FORM_LINES);
  const set = { id, quantity: Math.min(quantity, MAX_QUANTITY), ...countInField(largerUnit(change.count_in ?? 1)) };
  return lines.map((line) => (line.id === id ? set : line));
}

/**
 * Converts a count to sold units. If only the unit was changed, the shown quantity is converted to whole units of it,
 * at least one.
 */
export function soldUnits(count: number, count_in: number, shown: { count: number; count_in: number }): number {
  if (count !== shown.count || count_in === shown.count_in) return count * count_in;
  return Math.max(1, Math.round((count * shown.count_in) / count_in)) * count_in;
}

/** The size of a larger unit, within the cookie's limit. */
const largerUnit = (size: number) => (Number.isInteger(size) && size > 1 && size < 100_000 ? size : undefined);
