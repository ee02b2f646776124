import { expect, test } from "vitest";
import { inTransaction } from "#db/transaction.server.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { expiredHolds } from "./attempts.server.ts";

test("expired holds are found by the index of holds, also by a plan for any parameters", async () => {
  const database = await testDatabase();
  const query = expiredHolds(database.db, new Date(), 200).toSQL();
  const plan = await inTransaction(database.db, async (tx) => {
    await tx.execute("set local enable_seqscan = off");
    const { rows } = await tx.execute(`explain (generic_plan) ${query.sql}`);
    return { ok: true, text: JSON.stringify(rows) };
  });
  await database.close();
  expect(plan.text).toContain("payment_attempts_held_idx");
});
