import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failOverUnderLoad, startPair } from "../../bench/failover.ts";

test(
  "the primary is killed while buyers pay at two processes: pages stay, no payment without its order, no piece lost",
  { timeout: 400_000 },
  async () => {
    const folder = () => mkdtempSync(join(tmpdir(), "oja-failover-"));
    const report = await failOverUnderLoad({ cluster: await startPair(), failovers: 1, buyers: 3, folder });
    const nothingLost = { alive: true, orders: report.paid, missingPieces: 0, violated: [] };
    expect(report).toMatchObject({ ...nothingLost, badPages: {} });
    expect(report.paid).toBeGreaterThan(10);
    expect(report.pages).toBeGreaterThan(50);
  },
);
