import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, openAsBlob, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { lockFolder } from "#db/folder-lock.server.ts";

const SCRIPT = join(import.meta.dirname, "import.ts");
/** Its modules are compiled once, as those of the shop are. */
const CACHE = join(import.meta.dirname, "..", "node_modules", ".cache", "oja-compile");
const GOOD = "Handle,Title,Variant Price\ngarri,Garri,1200\n";

type Run = { code: number; out: string; err: string };

/** A shop without products for the tests that write nothing: creating one takes longer than reading it. */
const shop = mkdtempSync(join(tmpdir(), "oja-import-shop-"));
beforeAll(async () => {
  const template = await openAsBlob(inject("databaseTemplate"));
  await openDatabase({ folder: join(shop, "pg"), template }).then((database) => database.close());
});
afterAll(() => rmSync(shop, { recursive: true, force: true }));

/**
 * A folder with `text` as its shop.csv, and a function that runs the command there; the folder has no shop unless
 * `data` is one's.
 */
function workplace(
  text: string,
  data?: string,
): {
  folder: string;
  data: string;
  command: (...args: string[]) => Promise<Run>;
} {
  const folder = mkdtempSync(join(tmpdir(), "oja-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "shop.csv"), text);
  const used = data ?? join(folder, "data");
  const env = { PATH: process.env.PATH, DATA_DIR: used, NODE_COMPILE_CACHE: CACHE };
  const command = (...args: string[]) =>
    new Promise<Run>((resolve) => {
      execFile(process.execPath, [SCRIPT, ...args], { cwd: folder, env }, (error, out, err) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err });
      });
    });
  return { folder, data: used, command };
}

test("--help explains itself; wrong usage and wrong files end with 2", async () => {
  const { command } = workplace("Thing;Colour\nRice;red\n", shop);
  expect(await command("--help")).toMatchObject({
    code: 0,
    out: expect.stringContaining("Usage: npm run import"),
  });
  expect(await command()).toMatchObject({
    code: 2,
    err: expect.stringContaining("Name one file."),
  });
  expect(await command("shop.csv", "--wrong")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--wrong"),
  });
  expect(await command("none.csv")).toMatchObject({
    code: 2,
    err: "none.csv is not a file that can be read.\n",
  });
  expect(await command("shop.csv")).toMatchObject({
    code: 2,
    err: expect.stringContaining("Say which column names the product"),
  });
});

test("a dry run leaves no trace, --apply writes, bad rows end with 1", async () => {
  const { folder, data, command } = workplace(
    "Handle,Title,Variant Price,Type\ngarri,Garri,1200,Grains\nyam,Yam,-1,Roots\n",
  );
  const dry = await command("shop.csv", "--verbose");
  expect(dry.out).toContain("row 2  create     Garri\n    Price ₦1,200.00, Stock 0\n    New. Its category is new.\n");
  expect(dry.out).toContain("row 3  BAD        Yam\n    “-1” is not an amount of money.\n");
  expect(dry.out).toContain("New categories: Grains\n");
  expect(dry.out).toContain("2 rows: 1 create, 0 update, 0 unchanged, 0 skip, 1 bad\nNothing was written.");
  expect(dry).toMatchObject({ code: 1, err: "" });
  expect(readdirSync(folder)).toEqual(["shop.csv"]);

  // Into nothing the release test imports (tests/setup/release.test.ts).
  cpSync(shop, data, { recursive: true });
  expect(await command("shop.csv", "--apply")).toMatchObject({
    code: 1,
    out: expect.stringContaining("1 created, 0 updated"),
  });
  writeFileSync(
    join(folder, "shop.csv"),
    "Handle,Title,Variant Price,Status\ngarri,Garri,1200,active\nyam,Yam,9,draft\n",
  );
  expect(await command("shop.csv", "--apply")).toMatchObject({
    code: 0,
    out: expect.stringContaining("0 updated, 1 unchanged, 1 skipped"),
  });
});

test("a running shop on the embedded database is one sentence, without a stack", async () => {
  const { data, command } = workplace(GOOD);
  const unlock = lockFolder(join(data, "pg"));
  const { code, err } = await command("shop.csv", "--apply");
  unlock();
  expect(code).toBe(1);
  expect(err).toMatch(/is in use by process \d+/);
  expect(err).not.toMatch(/^\s+at /m);
});

test("a long report names the first products and every bad row", async () => {
  const rows = Array.from({ length: 300 }, (_, n) => `p-${n},P ${n},${n === 290 ? "x" : "10"}\n`);
  const { command } = workplace(`Handle,Title,Variant Price\n${rows.join("")}`, shop);
  const { out } = await command("shop.csv");
  expect(out).toContain("row 201  create     P 199\n");
  expect(out).not.toContain("P 200\n");
  expect(out).toContain("row 292  BAD        P 290\n");
});
