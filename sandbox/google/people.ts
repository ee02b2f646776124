import { createHash } from "node:crypto";

/** A user of the sandbox. */
export type Person = { email: string; given_name: string; family_name: string; email_verified: boolean };

/** Invented users to choose from; the first has an account in the demo shop. */
export const PEOPLE: readonly (Person & { note?: string })[] = [
  {
    email: "ada@oja.example",
    given_name: "Ada",
    family_name: "Okafor",
    email_verified: true,
    note: "has an account in the demo shop",
  },
  { email: "chidi.eze@gmail.example", given_name: "Chidi", family_name: "Eze", email_verified: true },
  { email: "amina.bello@gmail.example", given_name: "Amina", family_name: "Bello", email_verified: true },
  {
    email: "tunde.adeyemi@gmail.example",
    given_name: "Tunde",
    family_name: "Adeyemi",
    email_verified: false,
    note: "address not confirmed",
  },
];

/**
 * The client data that the shop's admin enters to try single sign-on with the sandbox. There are no passwords, so it is
 * no secret.
 */
export const COMPANY_CLIENT = { clientId: "oja-company", clientSecret: "oja-company-demo-secret" };

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@.]{2,60}$/;
const NAME_LENGTH = 60;

/** The user that a sign-in form names; an error message if it is invalid. */
export function readPerson(form: Record<string, unknown>): Person | { problem: string } {
  const text = (name: string) => (typeof form[name] === "string" ? form[name].trim() : "");
  const chosen = PEOPLE.find(({ email }) => email === text("person"));
  if (chosen) return personOf(chosen);
  const email = text("email").toLowerCase();
  if (!EMAIL.test(email)) return { problem: "Please enter an e-mail address, such as chidi@gmail.example." };
  const given_name = text("given_name").slice(0, NAME_LENGTH);
  const family_name = text("family_name").slice(0, NAME_LENGTH);
  if (!given_name) return { problem: "Please enter a first name." };
  return { email, given_name, family_name, email_verified: text("email_verified") === "on" };
}

function personOf({ email, given_name, family_name, email_verified }: Person): Person {
  return { email, given_name, family_name, email_verified };
}

/** The subject id of an address: 21 digits, stable across restarts. */
export function subjectOf(email: string): string {
  const digest = createHash("sha256").update(email).digest("hex");
  return `1${BigInt(`0x${digest}`).toString().slice(0, 20)}`;
}
