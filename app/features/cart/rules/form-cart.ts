import { isUuid } from "../../../lib/uuid.ts";
import { countedIn, MAX_QUANTITY, mergeLines, type CartLine } from "../rules.ts";

/** Most products in it: a cookie holds 4 KB. */
export const MAX_FORM_LINES = 80;

const COOKIE = "oja.cart";
const SECONDS = 30 * 86_400;

/** What a form of that cart asks for; `quantity` is at least 1, in sold units, and `count_in` what it was typed in. */
export type FormCartChange =
  | { intent: "add" | "set"; id: string; quantity: number; count_in?: number }
  | { intent: "remove"; id: string };

/** The lines of a cart that was filled by forms, from a Cookie header or `document.cookie`; what makes no sense is left out. */
export function readFormCart(cookies: string | null): CartLine[] {
  const value = /(?:^|;\s*)oja\.cart=([^;]*)/.exec(cookies ?? "")?.[1] ?? "";
  const lines = value.split(".").flatMap((text): CartLine[] => {
    const [, hex = "", quantity, size = "1"] = /^([0-9a-f]{32})-(\d{1,7})(?:-([1-9]\d{0,4}))?$/.exec(text) ?? [];
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    const line = { id, quantity: Math.min(Number(quantity), MAX_QUANTITY), ...countedIn(largerUnit(Number(size))) };
    return isUuid(id) && line.quantity > 0 ? [line] : [];
  });
  return mergeLines(lines).slice(0, MAX_FORM_LINES);
}

/** The Set-Cookie value that holds these lines; no lines delete it. The page's script reads it, to take them over. */
export function formCartCookie(lines: CartLine[]): string {
  const value = lines
    .map(({ id, quantity, count_in }) => [id.replaceAll("-", ""), quantity, ...(count_in ? [count_in] : [])].join("-"))
    .join(".");
  return `${COOKIE}=${value}; Path=/; Max-Age=${lines.length > 0 ? SECONDS : 0}; SameSite=Lax`;
}

/** The lines after one form. A product that is there gets more by "add"; one too many is left out. */
export function changeFormCart(lines: CartLine[], change: FormCartChange): CartLine[] {
  const others = lines.filter(({ id }) => id !== change.id);
  if (change.intent === "remove") return others;
  const { id, quantity, intent } = change;
  if (intent === "add") return mergeLines([...lines, { id, quantity }]).slice(0, MAX_FORM_LINES);
  const set = { id, quantity: Math.min(quantity, MAX_QUANTITY), ...countedIn(largerUnit(change.count_in ?? 1)) };
  return lines.map((line) => (line.id === id ? set : line));
}

/**
 * What a count comes to in sold units. A count that stayed as the form showed it, while another unit was chosen, is the
 * same goods counted in that unit: whole ones of it, at least one.
 */
export function soldUnits(count: number, count_in: number, shown: { count: number; count_in: number }): number {
  if (count !== shown.count || count_in === shown.count_in) return count * count_in;
  return Math.max(1, Math.round((count * shown.count_in) / count_in)) * count_in;
}

/** The size of a unit larger than the sold one, as far as the cookie has room for it. */
const largerUnit = (size: number) => (Number.isInteger(size) && size > 1 && size < 100_000 ? size : undefined);
