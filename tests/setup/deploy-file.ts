import { readFileSync } from "node:fs";
import { join } from "node:path";

const DEPLOY = join(import.meta.dirname, "..", "..", "deploy");

/** A file of `deploy/` with replacements, each of which it must contain. */
export function deployFile(name: string, replacements: readonly (readonly [from: string, to: string])[]): string {
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${name} has no ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(join(DEPLOY, name), "utf8"),
  );
}
