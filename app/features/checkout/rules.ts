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
