/**
 * "postgres://user@a:1,b:2/name" as one address for each server: the driver takes one host. Throws TypeError for an
 * address that cannot be read.
 */
export function serverUrls(address: string): string[] {
  const [, start = "", hosts = "", end = ""] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(address) ?? [];
  if (start === "") throw new TypeError("this is no address of PostgreSQL");
  const parts = hosts.split(",").map((host) => host.trim());
  if (parts.length > 1 && parts.includes("")) throw new TypeError("a host is missing");
  return parts.map((host) => {
    const url = start + host + end;
    void new URL(url);
    return url;
  });
}

/** Whether `serverUrls` can read an address. */
export function isServerAddress(address: string): boolean {
  try {
    return serverUrls(address).length > 0;
  } catch {
    return false;
  }
}
