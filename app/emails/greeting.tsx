import { isPlainName } from "#app/lib/plain-names.ts";
import { MailText } from "./layout.tsx";

/** The greeting of a mail. Names are user input: one that could look like a message of the shop is omitted. */
export function Greeting({ name = "" }: { name?: string }) {
  return <MailText>{name && isPlainName(name) ? `Hello ${name},` : "Hello,"}</MailText>;
}
