import { STATES } from "#app/lib/nigeria.ts";
import type { Contact } from "./schema.ts";

type Known = Omit<Contact, "name" | "email" | "substitute_phone"> & {
  first_name: string;
  last_name: string;
  email: string | null;
};

/** Shipping form values from a customer's profile. A state outside the form's list is left empty. */
export function profileContact(profile: Known): Contact {
  const { first_name, last_name, email, phone, address, city, state, postal_code } = profile;
  const isListed = STATES.some((one) => one === state);
  return {
    name: `${first_name} ${last_name}`.trim(),
    email: email ?? "",
    phone,
    substitute_phone: "",
    address,
    city,
    state: isListed ? state : "",
    postal_code,
  };
}

/** Subtracts the `ordered` quantities from the lines; quantities added since remain. */
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

/** Sign-up form values from a guest's order: the email address and the name split in two. */
export function signUpNames(order: { name: string; email: string }) {
  const [firstName = "", ...rest] = order.name.trim().split(/\s+/);
  return { who: order.email, firstName, lastName: rest.join(" ") };
}
