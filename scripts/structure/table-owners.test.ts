import { describe, expect, test } from "vitest";
import { projectFrom } from "./project.ts";
import { tableOwners } from "./table-owners.ts";
import { unusedEdges } from "./unused-edges.ts";

const SCHEMA = {
  "db/schema/payments.ts": 'export const payment_attempts = pgTable(\n  "payment_attempts", {});',
  "db/schema/orders.ts":
    'export const orders = pgTable("orders", {});\nexport const items = pgTable("order_items", {});',
  "db/schema/mail.ts": 'export const mails = pgTable("mails", {});',
};
const OWNERS = { payments: ["payment_attempts"], orders: ["orders", "order_items"], platform: ["mails"] };
const GRAPH = { checkout: ["payments"], orders: [], payments: ["orders"] };
const PAY = "app/flows/pay.server.ts";
const RULES = { owners: OWNERS, flows: {}, database: {}, graph: GRAPH };

const check = (
  files: Record<string, string>,
  flows: Record<string, string[]> = {},
  database: Record<string, string[] | "all"> = {},
) =>
  tableOwners({ ...RULES, flows, database })(projectFrom({ ...SCHEMA, ...files })).map(
    ({ file, message }) => `${file} ${message}`,
  );
const drizzle = (names: string, code: string) => `import { ${names} } from "#db/schema/orders.ts";\n${code}`;

const [READ, WRITE] = ["app/features/orders/queries.server.ts", "app/features/orders/commands.server.ts"];

describe("may be named", () => {
  test.each([
    ["own tables, also to write them", WRITE, drizzle("orders, items", "tx.insert(orders); tx.delete(items)")],
    [
      "tables of a declared feature",
      "app/features/checkout/queries.server.ts",
      "sql`select 1 from payment_attempts a`",
    ],
    ["tables of the platform", READ, 'import { mails } from "#db/schema/mail.ts"; db.select().from(mails)'],
    ["a column called like a table", READ, "sql`select customer, payment_attempts from orders`"],
    ["English", READ, 'const text = "Remove it from payment_attempts, please";'],
    ["any table in a test", "app/features/orders/orders.test.ts", "db.sql`delete from payment_attempts`"],
  ])("%s", (_, file, code) => {
    expect(check({ [file]: code })).toEqual([]);
  });
});

describe("a foreign table is found", () => {
  test.each([
    ["after from", "sql`select 1 from payment_attempts where true`"],
    ["after join", "sql`select 1 from orders o join payment_attempts a on true`"],
    ["in a list", "sql`select 1 from orders o, payment_attempts a`"],
    ["before a column", "sql`exists (select 1 where payment_attempts.id = orders.id)`"],
    ["at the start of a fragment", "count(sql`payment_attempts where status = 'open'`)"],
    ["in a string of SQL", 'database.sql("select 1 from payment_attempts")'],
    ["in capitals", "sql`SELECT 1 FROM payment_attempts`"],
    ["as an import", 'import { payment_attempts } from "#db/schema/payments.ts"; db.select().from(payment_attempts)'],
    ["as an import under another name", 'import { payment_attempts as paid } from "#db/schema/payments.ts";'],
    ["in quotes", 'sql`select 1 from "payment_attempts"`'],
    ["with its schema", "sql`select 1 from public.payment_attempts`"],
    ["as a type", 'import type { payment_attempts } from "#db/schema/payments.ts";'],
  ])("%s", (_, code) => {
    expect(check({ [READ]: code })).toEqual([
      `${READ} names payment_attempts, a table of payments: orders does not declare payments in scripts/structure/feature-graph.ts`,
    ]);
  });

  test.each([
    ["all of a schema file", 'import * as paid from "#db/schema/payments.ts";'],
    ["a schema file loaded lazily", 'const { payment_attempts } = await import("#db/schema/payments.ts");'],
  ])("in %s", (_, code) => {
    expect(check({ [READ]: code }).join()).toContain("names payment_attempts, a table of payments");
  });

  test.each(["app/routes/a.tsx", "app/blocks/a.server.ts", "app/shell/seo/a.server.ts", "app/lib/a.ts"])(
    "in %s, where none is named",
    (file) => {
      expect(check({ [file]: "sql`select 1 from orders`" })).toEqual([
        `${file} names orders, a table of orders: it names no tables`,
      ]);
    },
  );

  test("in the platform, which stands below the features", () => {
    expect(check({ "app/platform/a.server.ts": "sql`select 1 from orders`" })).toEqual([
      expect.stringContaining("platform does not declare orders"),
    ]);
  });
});

describe("a foreign write is found, although the feature may read the table", () => {
  const file = "app/features/payments/commands.server.ts";
  test.each([
    ["by Drizzle", drizzle("orders", "tx.update(orders).set(a)")],
    ["by Drizzle on a line of its own", drizzle("orders", "tx\n  .delete(\n  orders)")],
    ["by Drizzle under another name", drizzle("orders as sold", "tx.insert(sold)")],
    ["by SQL", "sql`with a as (update orders o set paid = true returning 1) select 1`"],
    ["by SQL with the table put in", drizzle("orders", "sql`insert into ${orders} values (1)`")],
    ["by deleting", "sql`delete from orders`"],
    ["by moving to the trash", drizzle("orders", "moveToTrash(tx, { parts: [{ table: orders, where }] })")],
  ])("%s", (_, code) => {
    expect(check({ [file]: code })).toEqual([
      `${file} writes orders, a table of orders: call a command of orders, or make it a flow of app/flows`,
    ]);
  });

  test.each([
    "select 1 from orders for update",
    "insert into payment_attempts values (1) on conflict do update set a = 1",
  ])("but not in %s", (code) => {
    expect(check({ [file]: `sql\`${code}\`` })).toEqual([]);
  });

  test("of a table of the platform", () => {
    expect(check({ [WRITE]: "sql`update mails set a = 1`" })).toEqual([expect.stringContaining("writes mails")]);
  });

  test("by the server", () => {
    expect(check({ "server/a.server.ts": "sql`update orders set a = 1`" })).toEqual([
      expect.stringContaining("writes orders"),
    ]);
  });
});

describe("a flow", () => {
  const code = drizzle("orders", "tx.insert(orders); sql`update payment_attempts set a = 1`");
  test("names and writes several, as listed", () => {
    expect(check({ [PAY]: code }, { [PAY]: ["payment_attempts", "orders"] })).toEqual([]);
  });

  test("is listed", () => {
    expect(check({ [PAY]: code })).toEqual([expect.stringContaining("is not listed")]);
  });

  test("names no more and no less than listed", () => {
    expect(check({ [PAY]: code }, { [PAY]: ["orders"] })).toEqual([
      expect.stringContaining("names orders, payment_attempts: scripts/structure/table-owners.ts lists orders"),
    ]);
  });

  test("that is gone is not listed", () => {
    expect(check({}, { [PAY]: [] })).toEqual([
      expect.stringContaining("lists app/flows/pay.server.ts, which does not exist"),
    ]);
  });
});

describe("a file of db/", () => {
  const FILL = "db/fill.server.ts";
  const unlisted = [expect.stringContaining(`${FILL} names orders: scripts/structure/table-owners.ts lists none`)];
  test.each([
    ["in SQL", "client.query(`insert into orders select`)"],
    ["by Drizzle", 'import { orders } from "./schema/orders.ts"; tx.select().from(orders)'],
  ])("that names a table %s is listed with it", (_, code) => {
    expect(check({ [FILL]: code })).toEqual(unlisted);
    expect(check({ [FILL]: code }, {}, { [FILL]: ["orders"] })).toEqual([]);
  });

  test("names no more and no less than listed", () => {
    const all = 'import * as tables from "./schema/orders.ts"; drizzle(pool, { schema: tables })';
    expect(check({ [FILL]: all }, {}, { [FILL]: "all" })).toEqual([]);
    expect(check({ [FILL]: "sql`select from orders`" }, {}, { [FILL]: ["mails", "orders"] })).toEqual([
      expect.stringContaining("names orders: scripts/structure/table-owners.ts lists mails, orders"),
    ]);
    expect(check({}, {}, { [FILL]: ["orders"] })).toEqual([expect.stringContaining(`lists ${FILL}, which does not`)]);
  });

  test.each(["db/fill.test.ts", "db/seed/orders.ts"])("is not one of %s", (file) => {
    expect(check({ [file]: "sql`insert into orders select`" })).toEqual([]);
  });
});

test("a new table needs an owner", () => {
  expect(check({ "db/schema/new.ts": 'export const gifts = pgTable("gifts", {});' })).toEqual([
    "scripts/structure/table-owners.ts names no owner of the table gifts",
  ]);
});

test("an edge that neither an import nor a table uses is found", () => {
  const files = {
    ...SCHEMA,
    "app/features/checkout/queries.server.ts": "sql`select 1 from payment_attempts`",
    "app/features/payments/rules.ts": 'import { a } from "#app/features/orders/rules.ts";',
    "app/features/orders/rules.ts": "",
  };
  const ownerOf = (table: string) => (table === "payment_attempts" ? "payments" : undefined);
  const findings = (graph: Record<string, string[]>) => unusedEdges(graph, ownerOf)(projectFrom(files));
  expect(findings(GRAPH)).toEqual([]);
  expect(findings({ ...GRAPH, orders: ["checkout"] }).map(({ message }) => message)).toEqual([
    "declares orders -> checkout, which neither an import nor a table uses",
  ]);
});
