import { checkLines } from "#app/features/cart/components/cart-api.ts";
import { countInField } from "#app/features/cart/rules.ts";
import { formCartCookie, readFormCart } from "#app/features/cart/rules/form-cart.ts";
import { addToCart } from "#app/features/cart/store.ts";

/**
 * Moves the cart lines of the form cookie into the browser's cart; if the server does not answer, the cookie stays for
 * later.
 */
export async function takeOverFormCart(): Promise<void> {
  const lines = readFormCart(document.cookie);
  if (lines.length === 0) return;
  const checked = await checkLines(lines).catch(() => null);
  // Another tab, or this page again, may have done so already.
  if (!checked || readFormCart(document.cookie).length === 0) return;
  document.cookie = formCartCookie([]);
  for (const { id, product, quantity, requested } of checked.lines) {
    if (!product) continue;
    const counted = countInField(lines.find((line) => line.id === id)?.count_in);
    const { distributor: _, ...facts } = product;
    addToCart({ ...facts, quantity: quantity || requested, ...counted });
  }
}
