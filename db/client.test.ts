import { chmodSync, mkdtempSync, openAsBlob, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test, vi } from "vitest";
import { embeddedDatabase } from "#tests/setup/database.ts";
import { openDatabase } from "./client.server.ts";
import { EMBEDDED_MAJOR } from "./pglite.server.ts";
import { shop_state } from "./schema/shop.ts";

test("LISTEN on the embedded database does not interrupt a query's messages", async () => {
  const database = await embeddedDatabase();
  const payloads: string[] = [];
  try {
    for (let turns = 0; turns < 80; turns += 1) {
      const asked = database.sql("select $1::int as n", [turns]);
      // With increasing delays between the first message of the query and its last.
      for (let turn = 0; turn < turns; turn += 1)
        await (turn < turns % 4 ? new Promise<void>((resolve) => process.nextTick(resolve)) : Promise.resolve());
      await database.listen("catalogue", (payload) => payloads.push(`${turns} ${payload}`));
      expect((await asked).rows).toEqual([{ n: turns }]);
    }
    await database.sql("select pg_notify('catalogue', 'all'), pg_notify('other', 'none')");
    expect(payloads).toHaveLength(80);
    expect(payloads[7]).toBe("7 all");
  } finally {
    await database.close();
  }
});

test("a removed listener receives no notification, the others do", async () => {
  const database = await embeddedDatabase();
  const payloads: string[] = [];
  try {
    const stop = await database.listen("catalogue", (payload) => payloads.push(`first ${payload}`));
    await database.listen("catalogue", (payload) => payloads.push(`second ${payload}`));
    await stop();
    await database.sql("select pg_notify('catalogue', 'all')");
    expect(payloads).toEqual(["second all"]);
  } finally {
    await database.close();
  }
});

test("a failed query does not affect concurrent queries", async () => {
  const database = await embeddedDatabase();
  try {
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    const answers = numbers.map(async (n) => {
      // Every fifth query follows a failure, which is when a connection would be replaced.
      if (n % 5 === 3) await database.sql("select 1 / $1::int", [0]).catch(() => {});
      return (await database.sql("select $1::int as n", [n])).rows[0]?.["n"];
    });
    expect(await Promise.all(answers)).toEqual(numbers);
    await expect(database.sql("select 1 / $1::int", [0])).rejects.toThrow("division by zero");
  } finally {
    await database.close();
  }
});

test("closing the embedded database waits for the rest of a failed query", async () => {
  const database = await embeddedDatabase();
  const onRejection = vi.fn();
  process.on("unhandledRejection", onRejection);
  try {
    const failed = database.sql("select 1 / $1::int", [0]).catch(() => {});
    await Promise.resolve();
    // As long as messages follow each other without a turn for the event loop.
    for (const from = performance.now(); performance.now() - from < 30;);
    await failed;
    await database.close();
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(onRejection).not.toHaveBeenCalled();
  } finally {
    process.off("unhandledRejection", onRejection);
    await database.close();
  }
});

test("a long transaction on the embedded database does not block timers and sockets", async () => {
  const database = await embeddedDatabase();
  const onTurn = vi.fn();
  const turns = setInterval(onTurn, 1);
  try {
    await database.db.transaction(async (tx) => {
      onTurn.mockClear();
      for (const from = performance.now(); onTurn.mock.calls.length === 0 && performance.now() - from < 5_000;)
        await tx.execute("select 1");
      expect(onTurn).toHaveBeenCalled();
    });
  } finally {
    clearInterval(turns);
    await database.close();
  }
});

test("a query outside an open transaction fails at once; after it, and in other contexts, queries work", async () => {
  const database = await embeddedDatabase();
  const { db } = database;
  try {
    const sentence = "outside the transaction that is open here";
    const elsewhere = Promise.withResolvers<void>();
    const other = elsewhere.promise.then(() => db.select().from(shop_state));
    let later: Promise<unknown> | undefined;
    const done = Promise.withResolvers<void>();
    await db.transaction(async (tx) => {
      await tx.insert(shop_state).values({ key: "a", value: 1 });
      await expect(database.sql("select 1")).rejects.toThrow(sentence);
      await expect(db.select().from(shop_state)).rejects.toMatchObject({
        cause: { message: expect.stringContaining(sentence) },
      });
      await expect(db.transaction(async () => {})).rejects.toThrow(sentence);
      await tx.transaction(async (inner) => await inner.insert(shop_state).values({ key: "b", value: 2 }));
      later = done.promise.then(() => database.sql("select 1 as one"));
      elsewhere.resolve();
    });
    done.resolve();
    expect(await later).toMatchObject({ rows: [{ one: 1 }] });
    expect(await other).toHaveLength(2);
  } finally {
    await database.close();
  }
});

const modes = (folder: string) =>
  new Set(
    readdirSync(folder, { recursive: true }).map((name) => {
      const file = statSync(join(folder, String(name)));
      return `${file.isDirectory() ? "folder" : "file"} ${(file.mode & 0o777).toString(8)}`;
    }),
  );

test.skipIf(process.platform === "win32")(
  "the embedded database's files are readable by their owner only, existing files too",
  async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "oja-client-")), "pg");
    const database = await openDatabase({ folder });
    expect(modes(folder)).toEqual(new Set(["folder 700", "file 600"]));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await database.close();
    chmodSync(folder, 0o777);
    chmodSync(join(folder, "PG_VERSION"), 0o666);
    chmodSync(join(folder, "base"), 0o777);
    await (await openDatabase({ folder })).close();
    expect(modes(folder)).toEqual(new Set(["folder 700", "file 600"]));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  },
);

test("a folder of another major version of PostgreSQL is refused with what to do, and stays as it is", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "oja-major-")), "pg");
  const database = await openDatabase({ folder });
  expect((await database.sql("show server_version")).rows[0]?.["server_version"]).toMatch(
    new RegExp(`^${EMBEDDED_MAJOR}[.]`),
  );
  await database.close();
  writeFileSync(join(folder, "PG_VERSION"), "17\n");
  const before = readdirSync(folder).sort();
  await expect(openDatabase({ folder })).rejects.toThrow(/is of PostgreSQL 17, .*npm run backup -- FILE/);
  expect(readdirSync(folder).sort()).toEqual(before);
});

test("a second process is refused; the lock of a killed process is not", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "oja-client-")), "pg");
  const database = await openDatabase({ folder, template: await openAsBlob(inject("databaseTemplate")) });
  await expect(openDatabase({ folder })).rejects.toThrow(`in use by process ${process.pid}. Stop that one first`);
  expect((await database.sql("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await database.close();
  // The id of a dead process may be reused; this process's parent certainly runs.
  writeFileSync(`${folder}.pid`, String(process.ppid));
  writeFileSync(`${folder}.lock`, String(process.ppid));
  await (await openDatabase({ folder })).close();
});
