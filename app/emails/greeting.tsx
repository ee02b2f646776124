import { Text } from "@react-email/components";
import { isPlainName } from "#app/lib/plain-names.ts";

const text = { fontSize: 15, lineHeight: "22px", margin: "0 0 12px" };

/** The first line of a mail. Names are what somebody typed: one that could pass for a message of the shop is left out. */
export function Greeting({ name = "" }: { name?: string }) {
  return <Text style={text}>{name && isPlainName(name) ? `Hello ${name},` : "Hello,"}</Text>;
}
