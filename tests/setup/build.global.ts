import { join } from "node:path";
import { ensureBuilt } from "../../scripts/prepare.mjs";

/** The tests of routes and screens run what is served: the build, made anew when a source changed. */
export default async function setup(): Promise<void> {
  await ensureBuilt(join(import.meta.dirname, "..", ".."));
}
