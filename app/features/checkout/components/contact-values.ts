import { rememberedPlace } from "#app/features/delivery/store.ts";
import { STATE_NAMES, stateOf } from "#app/lib/nigeria.ts";
import type { Contact } from "../schema.ts";
import { EMPTY_CONTACT, readContactDraft } from "../store.ts";

/** Contact data entered in this tab; for customers it fills fields missing in the profile. */
export function firstValues(known: Contact | null): Contact {
  const draft = typeof window === "undefined" ? EMPTY_CONTACT : readContactDraft();
  if (!known) return draft;
  const fields = Object.keys(EMPTY_CONTACT) as (keyof Contact)[];
  return Object.fromEntries(fields.map((field) => [field, known[field] || draft[field]])) as Contact;
}

/** The same values, with the state of the remembered place where none is known. */
export function withPlace(values: Contact): Contact {
  const state = stateOf(rememberedPlace() ?? "");
  return values.state === "" && state ? { ...values, state: STATE_NAMES[state] } : values;
}

/** The same values without spaces around them. */
export function trimmed(values: Contact): Contact {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim()])) as Contact;
}
