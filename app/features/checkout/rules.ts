import { STATES } from "#app/lib/nigeria.ts";
import type { Contact } from "./schema.ts";

export const REFERENCE_PREFIX = "WH";
export const REFERENCE_DIGITS = 15;

/** One line of text from the parts of an address, as an order keeps it; empty parts are left out. */
export function shippingAddress(parts: { address: string; city: string; state: string; postal_code: string }): string {
  return [parts.address, parts.city, parts.state, parts.postal_code]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(", ");
}

export type Wanted = { id: string; name: string; quantity: number };
export type Shortfall = { product_id: string; product_name: string; ordered: number; short: number };

/**
 * What a payment that came after its hold lapsed can still take of today's stock (`stock`: product id -> pieces).
 * `take` and the shortfalls of a product always add up to what was ordered.
 */
export function lateAllocation(
  wanted: readonly Wanted[],
  stock: ReadonlyMap<string, number>,
): { take: { id: string; quantity: number }[]; short: Shortfall[] } {
  const take: { id: string; quantity: number }[] = [];
  const short: Shortfall[] = [];
  for (const line of wanted) {
    const taken = Math.min(line.quantity, Math.max(0, stock.get(line.id) ?? 0));
    if (taken > 0) take.push({ id: line.id, quantity: taken });
    if (taken < line.quantity) {
      short.push({
        product_id: line.id,
        product_name: line.name,
        ordered: line.quantity,
        short: line.quantity - taken,
      });
    }
  }
  return { take, short };
}

type Known = Omit<Contact, "name" | "email"> & { first_name: string; last_name: string; email: string | null };

/** The shipping form as a customer's profile fills it in. A state outside the form's list is left open. */
export function knownContact(profile: Known): Contact {
  const { first_name, last_name, email, phone, address, city, state, postal_code } = profile;
  const isListed = STATES.some((one) => one === state);
  return {
    name: `${first_name} ${last_name}`.trim(),
    email: email ?? "",
    phone,
    address,
    city,
    state: isListed ? state : "",
    postal_code,
  };
}
