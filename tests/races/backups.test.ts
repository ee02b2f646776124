import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { writeBackup } from "#app/platform/backup/write-backup.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { filledShop, rowHashes, SECRET, workplace, writePicture } from "../fixtures/backups.ts";
import { catalogueOf } from "../setup/catalogue.ts";
import { closedAfterTest } from "../setup/closed-after-test.ts";
import { postgresDatabase, postgresUrl } from "../setup/postgres.ts";

// Each test restores whole shops.
vi.setConfig({ testTimeout: 600_000 });
afterAll(() => vi.resetConfig());

const PICTURE = "products/3f/3fa90000000000000000000000000000.webp";
const openPostgres = async (url: string) => closedAfterTest(await openDatabase({ url, folder: "" }));

test("embedded to embedded, to PostgreSQL, to another PostgreSQL: every row, sequence, object and file is the same", async () => {
  const { env, file, folder } = workplace();
  const shop = await filledShop();
  const rows = await rowHashes(shop);
  writePicture(env.FILES_DIR, PICTURE, "a picture");
  const made = await writeBackup(shop, env, file);
  expect(made.manifest).toMatchObject({ format: 1, files: { count: 1, bytes: 9 } });
  expect(readdirSync(folder).sort()).toEqual(["data", "shop.oja"]);

  const second = workplace({ AUTH_SECRET: SECRET }).env;
  expect(await restoreBackup(file, second)).toMatchObject({ files: 1, kept: null });
  expect(
    readdirSync(second.DATA_DIR)
      .filter((name) => !/\.(lock\.db|pid)$/.test(name))
      .sort(),
  ).toEqual(["files", "pg"]);
  expect(readFileSync(join(second.FILES_DIR, PICTURE), "utf8")).toBe("a picture");
  const embedded = closedAfterTest(await openDatabase({ folder: second.DATABASE_DIR }));
  expect(await rowHashes(embedded)).toEqual(rows);
  const objects = await catalogueOf(await postgresDatabase());
  expect(await catalogueOf(embedded)).toEqual(objects);
  const again = join(folder, "again.oja");
  const { manifest } = await writeBackup(embedded, second, again);
  expect(manifest.sequences).toEqual(made.manifest.sequences);

  const url = await postgresUrl({ isBare: true });
  await restoreBackup(again, { ...second, DATABASE_URL: url });
  const first = await openPostgres(url);
  expect(await rowHashes(first)).toEqual(rows);
  expect(await catalogueOf(first)).toEqual(objects);

  const third = join(folder, "third.oja");
  const third_made = await writeBackup(first, second, third);
  expect(third_made.manifest.sequences).toEqual(made.manifest.sequences);
  expect(third_made.manifest.tables).toEqual(
    made.manifest.tables.map((table) => ({
      ...table,
      sha256: expect.any(String) as string,
      columns: expect.any(Array) as string[],
    })),
  );
  const other = await postgresUrl({ isBare: true });
  await restoreBackup(third, { ...second, DATABASE_URL: other });
  expect(await rowHashes(await openPostgres(other))).toEqual(rows);
  expect(existsSync(third)).toBe(true);
});

test("npm run move copies the embedded shop to an empty PostgreSQL, once, and names what to set", async () => {
  const { env, file, folder } = workplace();
  const shop = await filledShop();
  const rows = await rowHashes(shop);
  await writeBackup(shop, env, file);
  await restoreBackup(file, env);
  const url = await postgresUrl({ isBare: true });
  const move = () =>
    spawnSync(process.execPath, [join(import.meta.dirname, "..", "..", "scripts", "move.ts"), url], {
      env: { PATH: process.env["PATH"], DATA_DIR: env.DATA_DIR, AUTH_SECRET: SECRET },
      encoding: "utf8",
    });
  expect(move()).toMatchObject({ status: 0, stdout: expect.stringContaining(`\nDATABASE_URL=${url}\n`) as string });
  const moved = await openPostgres(url);
  expect(await rowHashes(moved)).toEqual(rows);
  expect(readdirSync(env.DATA_DIR).filter((name) => name.includes("move"))).toEqual([]);
  const left = await openDatabase({ folder: env.DATABASE_DIR });
  expect(await rowHashes(left)).toEqual(rows);
  await left.close();
  await moved.close();
  expect(move()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The database \w+ is not empty/) as string,
  });
  expect(readdirSync(folder).sort()).toEqual(["data", "shop.oja"]);
});
