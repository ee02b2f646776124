import { productHref } from "#app/features/products/links.ts";
import { formatCount } from "#app/lib/money.ts";
import type { CartItem } from "../rules.ts";

/** Maximum number of lines in the text; a chat URL cannot be longer. */
const MOST_LINES = 12;

type Line = Pick<CartItem, "name" | "unit" | "quantity" | "slug">;

/** Chat message about products with quantity and link. `origin` is the shop's URL. */
export function questionText(lines: readonly Line[], origin: string): string {
  const shown = lines.slice(0, MOST_LINES).map(({ name, unit, quantity, slug }) => {
    const amount = `${formatCount(quantity)} x ${name}${unit === "" ? "" : ` (${unit})`}`;
    return `${amount}\n${origin}${productHref(slug)}`;
  });
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [`and ${rest} more`] : [];
  const what = lines.length === 1 ? "this product" : "these products";
  return ["Hello, I have a question about " + what + ":", ...shown, ...more].join("\n\n");
}
