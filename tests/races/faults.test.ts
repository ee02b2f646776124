import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { between, type FaultCase } from "../../bench/faults/cases.ts";
import { complaints, strikeUnderLoad } from "../../bench/faults/faults.ts";

/** One shop for all: starting it takes most of the time. `npm run bench -- faults` has all faults, each longer. */
const FAULTS: FaultCase = {
  what: "database, payment provider and mail server are struck in turn",
  async strike(stage) {
    await between("mail", "refuse", 500, "").strike(stage);
    await between("database", "reset", 500, "").strike(stage);
    await between("provider", { cutAfter: 200 }, 500, "").strike(stage);
    return [];
  },
};

test(
  "neighbours of the shop fail while buyers pay at two processes: no payment without its order and its mail, nobody is answered with 500",
  { timeout: 400_000 },
  async () => {
    const freeze = () => Promise.reject(new Error("This server belongs to all tests."));
    const folder = () => mkdtempSync(join(tmpdir(), "oja-faults-"));
    const report = await strikeUnderLoad(FAULTS, { postgres: { ...inject("postgres"), freeze }, buyers: 2, folder });
    expect(report && complaints(report)).toEqual([]);
    expect(report?.paid).toBeGreaterThan(5);
  },
);
