import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { ensureBuilt } from "../../scripts/prepare.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Why there is no build; empty when there is one. */
    buildFailure: string;
  }
}

/** The tests of routes and screens run the production build, which is made again when a source has changed. */
export default async function setup(project: TestProject): Promise<void> {
  const failure = await ensureBuilt(join(import.meta.dirname, "..", "..")).then(
    () => "",
    (error: unknown) => String(error),
  );
  project.provide("buildFailure", failure);
}
