import { isUuid } from "../../../lib/uuid.ts";
import { MAX_QUANTITY, mergeLines, type CartLine } from "../rules.ts";

/** Most products in it: a cookie holds 4 KB. */
export const MAX_FORM_LINES = 80;

const COOKIE = "oja.cart";
const SECONDS = 30 * 86_400;

/** What a form of that cart asks for; `quantity` is at least 1. */
export type FormCartChange = { intent: "add" | "set"; id: string; quantity: number } | { intent: "remove"; id: string };

/** The lines of a cart that was filled by forms, from a Cookie header or `document.cookie`; what makes no sense is left out. */
export function readFormCart(cookies: string | null): CartLine[] {
  const value = /(?:^|;\s*)oja\.cart=([^;]*)/.exec(cookies ?? "")?.[1] ?? "";
  const lines = value.split(".").flatMap((text): CartLine[] => {
    const [, hex = "", quantity] = /^([0-9a-f]{32})-(\d{1,7})$/.exec(text) ?? [];
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    return isUuid(id) && Number(quantity) > 0 ? [{ id, quantity: Math.min(Number(quantity), MAX_QUANTITY) }] : [];
  });
  return mergeLines(lines).slice(0, MAX_FORM_LINES);
}

/** The Set-Cookie value that holds these lines; no lines delete it. The page's script reads it, to take them over. */
export function formCartCookie(lines: CartLine[]): string {
  const value = lines.map(({ id, quantity }) => `${id.replaceAll("-", "")}-${quantity}`).join(".");
  return `${COOKIE}=${value}; Path=/; Max-Age=${lines.length > 0 ? SECONDS : 0}; SameSite=Lax`;
}

/** The lines after one form. A product that is there gets more by "add"; one too many is left out. */
export function changeFormCart(lines: CartLine[], change: FormCartChange): CartLine[] {
  const others = lines.filter(({ id }) => id !== change.id);
  if (change.intent === "remove") return others;
  const { id, quantity, intent } = change;
  if (intent === "add") return mergeLines([...lines, { id, quantity }]).slice(0, MAX_FORM_LINES);
  return lines.map((line) => (line.id === id ? { id, quantity: Math.min(quantity, MAX_QUANTITY) } : line));
}
