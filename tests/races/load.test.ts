import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { postgresUrl } from "#tests/setup/postgres.ts";
import { loadShop } from "../../bench/load.ts";
import { closing } from "../../bench/world.ts";

test(
  "visitors browse, search, check carts and pay at one and two processes: no errors, an order for each payment",
  { timeout: 400_000 },
  async () => {
    const url = await postgresUrl();
    await closing(await openDatabase({ url, folder: "" }), (database) =>
      seedDemo({ database, products: 1_000, filesDir: "", pictures: false }),
    );
    const report = await loadShop(url, () => mkdtempSync(join(tmpdir(), "oja-load-")), {
      rates: [20],
      rateMs: 1_000,
      warmUpMs: 1_000,
      aloneMs: 2_500,
      pairMs: 3_000,
      settledMs: 1_000,
      windowMs: 1_000,
      sampleMs: 500,
    });
    expect(report.phases.map(({ processes, errors }) => ({ processes, errors }))).toEqual([
      { processes: 1, errors: {} },
      { processes: 2, errors: {} },
      { processes: 2, errors: {} },
    ]);
    expect(report).toMatchObject({ orders: report.paid, violated: [] });
    expect(report.paid).toBeGreaterThan(0);
    expect(report.mails).toBeGreaterThan(0);
  },
);
