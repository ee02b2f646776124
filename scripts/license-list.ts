/** A package of package-lock.json. */
export type LockedPackage = { license?: string; dev?: boolean };

/**
 * Licences that require no more than a notice, or (MPL, LGPL) the source of the package itself, which is unchanged
 * here.
 */
const AGREED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT License",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PostgreSQL",
  "Python-2.0",
  "Unlicense",
  "WTFPL",
  "Zlib",
]);

/** Licences of packages whose package.json names none in npm's format, from their files. */
const READ_BY_HAND: Record<string, string> = {
  "node_modules/busboy": "MIT",
  "node_modules/humanize-number": "MIT",
  "node_modules/streamsearch": "MIT",
};

/** The number of packages per licence, most first. */
export function summariseLicenses(packages: Record<string, LockedPackage>): [string, number][] {
  const counts = new Map<string, number>();
  for (const [path, { license = "none given" }] of Object.entries(packages)) {
    if (path !== "") counts.set(license, (counts.get(license) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** One message for each package without a licence, or with one that is not allowed. */
export function refusedLicenses(packages: Record<string, LockedPackage>): string[] {
  return Object.entries(packages)
    .filter(([path, { license }]) => path !== "" && !isAgreed(license ?? READ_BY_HAND[path]))
    .map(
      ([path, { license }]) =>
        `${path.replace(/^.*node_modules\//, "")} is under ${license ?? "no named licence"}: read it, then add it to AGREED or replace the package`,
    );
}

/** "(MIT OR GPL-3.0)" is allowed if one side is, "MIT AND Zlib" if both are. */
function isAgreed(expression: string | undefined): boolean {
  if (!expression) return false;
  const plain = expression.replace(/^\(|\)$/g, "");
  if (plain.includes(" OR ")) return plain.split(" OR ").some(isAgreed);
  return plain.split(" AND ").every((licence) => AGREED.has(licence.replace(/[()]/g, "")));
}
