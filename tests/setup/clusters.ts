import { existsSync, openAsBlob } from "node:fs";
import { join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { inject } from "vitest";

/**
 * initdb costs 2 s of processor time. A new database of this worker, also that of a restored backup, starts as a copy of
 * what initdb made for the run. Processes that tests start run it themselves.
 */
const create = PGlite.create.bind(PGlite);
if (PGlite.create.name !== "copiedCluster") {
  const copiedCluster = async (options: PGliteOptions = {}) => {
    const isNew = !options.loadDataDir && (!options.dataDir || !existsSync(join(options.dataDir, "PG_VERSION")));
    return await create(isNew ? { ...options, loadDataDir: await openAsBlob(inject("emptyCluster")) } : options);
  };
  Object.assign(PGlite, { create: copiedCluster });
}
