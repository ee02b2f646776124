import type { CheckedCart } from "../queries.server.ts";
import type { CartLine } from "../rules.ts";

type CheckOptions = { checkoutId?: string | null; signal?: AbortSignal };

/**
 * Checks lines on the server: current prices in kobo, minimum, stock and changes. Holds of `checkoutId`, this browser's
 * checkout, count as available. Throws when the request fails.
 */
export async function checkLines(lines: CartLine[], { checkoutId, signal }: CheckOptions = {}): Promise<CheckedCart> {
  const response = await fetch("/cart/check", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ lines, checkout_id: checkoutId ?? undefined }),
    signal,
  });
  if (!response.ok) throw new Error(`The cart check answered ${response.status}.`);
  return (await response.json()) as CheckedCart;
}
