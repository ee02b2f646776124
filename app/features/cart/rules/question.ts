import { productHref } from "../../catalog/links.ts";
import type { CartItem } from "../rules.ts";

/** So many lines are written out; a longer text does not fit into the address of a chat. */
const MOST_LINES = 12;

type Line = Pick<CartItem, "name" | "unit" | "quantity" | "slug">;

/** What a shopper asks about these goods in a chat: each with quantity and link. `origin` is the shop's address. */
export function questionText(lines: readonly Line[], origin: string): string {
  const shown = lines.slice(0, MOST_LINES).map(({ name, unit, quantity, slug }) => {
    const amount = `${quantity.toLocaleString("en-NG")} x ${name}${unit === "" ? "" : ` (${unit})`}`;
    return `${amount}\n${origin}${productHref(slug)}`;
  });
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [`and ${rest} more`] : [];
  const what = lines.length === 1 ? "this product" : "these products";
  return ["Hello, I have a question about " + what + ":", ...shown, ...more].join("\n\n");
}
