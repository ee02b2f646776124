import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restartUnderLoad } from "../../bench/restarts.ts";

test(
  "PostgreSQL restarts while buyers pay at two processes: both live on, no payment without its order, no piece lost",
  { timeout: 400_000 },
  async () => {
    const folder = () => mkdtempSync(join(tmpdir(), "oja-restart-"));
    const report = await restartUnderLoad({ restarts: 2, buyers: 3, folder });
    expect(report).toMatchObject({ alive: true, orders: report.paid, missingPieces: 0 });
    expect(report.paid).toBeGreaterThan(10);
  },
);
