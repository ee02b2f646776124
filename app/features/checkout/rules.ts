import { STATES } from "#app/lib/nigeria.ts";
import type { Contact } from "./schema.ts";

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

/** The lines left when `ordered` is bought: only its quantities go, and what was added since stays. */
export function withoutOrdered<Line extends { id: string; quantity: number }>(
  lines: readonly Line[],
  ordered: readonly { id: string; quantity: number }[],
): Line[] {
  const bought = new Map(ordered.map(({ id, quantity }) => [id, quantity]));
  return lines.flatMap((line) => {
    const quantity = line.quantity - (bought.get(line.id) ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** What the sign-up form takes over from a guest's order: the address, and the name in two parts. */
export function signUpNames(order: { name: string; email: string }) {
  const [firstName = "", ...rest] = order.name.trim().split(/\s+/);
  return { who: order.email, firstName, lastName: rest.join(" ") };
}
