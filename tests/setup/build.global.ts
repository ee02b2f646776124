import { join } from "node:path";
import { ensureBuilt } from "../../scripts/prepare.mjs";

/** The tests of routes and screens run the production build, which is made again when a source has changed. */
export default async function setup(): Promise<void> {
  await ensureBuilt(join(import.meta.dirname, "..", ".."));
}
