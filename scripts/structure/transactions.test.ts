import { expect, test } from "vitest";
import { projectFrom } from "./project.ts";
import { transactions } from "./transactions.ts";

test("the helper, seeds and tests open transactions; the app opens them with the helper", () => {
  const tree = {
    "db/transaction.server.ts": "export const a = (db) => db.transaction(work);",
    "db/seed/demo.ts": "drizzle(client).transaction(work);",
    "app/features/orders/orders.test.ts": "db.transaction(work);",
    "app/features/orders/commands.server.ts":
      "/** Like db.transaction(work). */\ninTransaction(db, work);\n// tx.transaction(a)\n",
    "app/platform/backup/tables.server.ts": "await client.query(`begin ${mode}`);",
    "app/features/accounts/rules.ts": 'const text = "Begin here"; query("select beginning"); begin("begin");',
    "app/features/payments/commands/webhook.server.ts": "const a = data.transaction?.reference ?? data.transaction.id;",
  };
  expect(transactions(projectFrom(tree))).toEqual([]);
});

test.each([
  "await db.transaction(async (tx) => {});",
  "await ctx.db\n  .transaction(async (tx) => {});",
  "await tx.transaction((inner) => write(inner));",
  "await db.transaction<Result>(work);",
  "await shop?.db.transaction?.(work);",
  'await client.query("begin");',
  "await client.query<Row>(`begin ${mode}`);",
  'await database.sql(\n  "START TRANSACTION read only");',
  "await tx.execute(sql`begin isolation level serializable`);",
])("no other: %s", (code) => {
  for (const file of [
    "app/features/records/commands/trash.server.ts",
    "app/features/orders/commands/status.server.ts",
    "server/demo.server.ts",
  ])
    expect(transactions(projectFrom({ [file]: code }))).toEqual([
      { rule: "transactions", file, message: expect.stringContaining("use inTransaction") as string },
    ]);
});
