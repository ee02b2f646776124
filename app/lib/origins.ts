/**
 * The origins under which browsers reach the shop: its own, and for one on this machine both names of the machine,
 * because people type either.
 */
export function ownOrigins(baseUrl: string): string[] {
  const { origin, hostname } = new URL(baseUrl);
  if (hostname !== "localhost" && hostname !== "127.0.0.1") return [origin];
  return [...new Set([origin, origin.replace(hostname, "localhost"), origin.replace(hostname, "127.0.0.1")])];
}
