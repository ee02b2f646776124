import { isPlainName } from "#app/lib/plain-names.ts";
import { MailText } from "./layout.tsx";

/** The first line of a mail. Names are what somebody typed: one that could pass for a message of the shop is left out. */
export function Greeting({ name = "" }: { name?: string }) {
  return <MailText>{name && isPlainName(name) ? `Hello ${name},` : "Hello,"}</MailText>;
}
