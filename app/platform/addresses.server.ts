import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";

/** The IP address in a header or socket address, without port, brackets and zone; null if there is none. */
export function ipIn(text: string | undefined): string | null {
  const bare = text
    ?.trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d{1,3}\.)/i, "");
  return bare && isIP(bare) ? bare : null;
}

/** The visitor's IP address, behind a proxy (`trustProxy`) that of its header; "unknown" if there is none. */
export function visitorAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers["x-forwarded-for"] : undefined;
  // The last entry is the proxy's own; earlier ones are set by the visitor.
  const last = (Array.isArray(forwarded) ? forwarded.join() : forwarded)?.split(",").at(-1);
  return ipIn(last) ?? ipIn(socket.remoteAddress) ?? "unknown";
}

/**
 * The unit that a limit counts as one visitor: an IPv4 address, or the first `bits` of an IPv6 address. One connection
 * gets 64 bits, and one customer up to 48 (RFC 6177). Any other text is returned unchanged.
 */
export function visitorUnit(address: string, bits: 48 | 64 = 64): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = (part: string | undefined) => (part ? part.split(":") : []);
  // An IPv4 address at the end replaces two groups.
  const after = groups(tail).flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
  const before = groups(head);
  const filled = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0"), ...after];
  const network = filled.slice(0, bits / 16).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/${bits}`;
}
