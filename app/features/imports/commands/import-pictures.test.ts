import { mkdtempSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createFileStore } from "#app/platform/files/file-store.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { createSafeFetch } from "#app/platform/ssrf-safe-fetch.server.ts";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { retryPictures, startRun, undoRun, type RunsContext } from "../commands.server.ts";
import { latestRuns, runById, runPictures, runRows } from "../queries.server.ts";
import { stagedFile } from "../queries/import-files.server.ts";
import { mayUndo } from "../rules.ts";
import { applyRun } from "./apply.server.ts";
import { previewImport, stageImport } from "./import-file.server.ts";
import { createPictureFetcher } from "./import-pictures.server.ts";
import { fetchRunPictures } from "./pictures.server.ts";
import { productTarget } from "./product-target.server.ts";
import { purgeRuns } from "./purge.server.ts";

let database: Database;
let ctx: RunsContext;
let admin: ReturnType<typeof actorOf>;
let server: Server;
let site: string;
/** Requests received by the site. */
let asked: string[] = [];
let isBroken = false;

const targets = { product: productTarget };
const files = createFileStore({ FILES_DIR: mkdtempSync(join(tmpdir(), "oja-import-")), OBJECT_STORE: null });

beforeAll(async () => {
  database = await testDatabase();
  ctx = { db: database.db, jobs: { enqueue: () => Promise.resolve() } };
  const [user] = await database.db
    .insert(users)
    .values({ name: "Bola", email: "bola@oja.example", role: "admin" })
    .returning();
  admin = actorOf(user!.id, "admin");
  const paint = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .jpeg()
      .withExif({ IFD0: { Artist: "Somebody" } })
      .toBuffer();
  const [red, blue] = await Promise.all([paint("#c33"), paint("#33c")]);
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/moved.jpg") return void response.writeHead(302, { Location: "/red.jpg" }).end();
    if (request.url === "/page.jpg") return void response.end("<html>no picture</html>");
    if (request.url === "/later.jpg" && isBroken) return void response.writeHead(503).end();
    if (request.url === "/gone.jpg") return void response.writeHead(404).end();
    response.end(request.url === "/red.jpg" ? red : blue);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    await database.close();
  };
});

beforeEach(async () => {
  asked = [];
  for (const table of ["runs", "import_files", "import_mappings", "fetched_pictures", "products", "product_groups"])
    await database.sql(`delete from ${table}`);
});

async function preview(csv: string) {
  const bytes = new TextEncoder().encode(csv.replaceAll("SITE", site));
  const staged = await stageImport(database.db, admin, { name: "list.csv", bytes });
  if (!staged.ok) throw new Error(staged.reason);
  const { mapping } = (await stagedFile(database.db, staged.id))!;
  const result = await previewImport(database.db, admin, { id: staged.id, mapping, mode: "all" });
  if (!result.ok) throw new Error(result.reason);
  return result.run_id;
}

/** Applies a run like its job; without `isWhole` the process ends before the pictures. */
async function work(id: string, isWhole = true) {
  await applyRun({ db: database.db, log: createLogger("silent") }, targets, id);
  const fetchPicture = createPictureFetcher({ db: database.db, files }, createSafeFetch([site]));
  if (isWhole) await fetchRunPictures({ db: database.db }, targets, fetchPicture, { id, until: Date.now() + 60_000 });
}

const rowsOf = (id: string) => runRows(database.db, id, { state: null, offset: 0, limit: 100 });
const goods = async () =>
  (await database.sql("select name, images, image_alts, version from products order by name")).rows as {
    name: string;
    images: string[];
    image_alts: Record<string, string>;
    version: number;
  }[];
const STORED = expect.stringMatching(/^\/files\/products\/[0-9a-f]{2}\/[0-9a-f]{32}\.webp$/) as string;

test("external pictures are fetched and re-encoded after the import; failures are reported and do not affect the others", async () => {
  isBroken = true;
  const run = await preview(
    [
      "Name,Price,Images,Image Alt Text",
      "Beans,500,SITE/moved.jpg SITE/gone.jpg SITE/blue.jpg,Beans in a bowl",
      "Garri,400,SITE/page.jpg,",
      "Rice,600,SITE/later.jpg,",
      "Yam,300,http://169.254.169.254/latest.jpg,",
    ].join("\n"),
  );
  expect(await runPictures(database.db, run)).toEqual({ waiting: 6, stored: 0, failed: 0 });
  await startRun(ctx, admin, run);
  await work(run, false);
  expect((await goods()).map(({ name, images }) => [name, images])).toEqual([
    ["Beans", []],
    ["Garri", []],
    ["Rice", []],
    ["Yam", []],
  ]);
  expect(asked).toEqual([]);
  // The process was killed before the pictures; another process resumes the job.
  await work(run);
  const [beans, garri, rice] = await goods();
  expect(beans?.images).toEqual([STORED, STORED]);
  expect(beans?.image_alts).toEqual({ [beans!.images[0]!]: "Beans in a bowl" });
  expect([garri?.images, rice?.images]).toEqual([[], []]);
  expect((await rowsOf(run)).map(({ pictures }) => pictures?.map(({ reason }) => reason ?? ""))).toEqual([
    ["", "The site answered 404.", ""],
    ["The link does not lead to a picture that we can read."],
    ["The site answered 503."],
    ["Its address is in a private network."],
  ]);
  expect(await runPictures(database.db, run)).toEqual({ waiting: 0, stored: 2, failed: 4 });

  isBroken = false;
  expect(await retryPictures(ctx, admin, run)).toEqual({ ok: true });
  await work(run);
  expect((await goods())[2]?.images).toEqual([STORED]);
  expect(await runPictures(database.db, run)).toEqual({ waiting: 0, stored: 3, failed: 3 });
  // The same file again: stored pictures are not requested and nothing changes.
  asked = [];
  const again = await rowsOf(await preview("Name,Price,Images\nRice,600,SITE/later.jpg"));
  expect([again[0]?.state, asked]).toEqual(["unchanged", []]);

  const undone = await undoRun(ctx, admin, run);
  if (!undone.ok) throw new Error(undone.reason);
  await work(undone.id);
  expect(await goods()).toEqual([]);
});

test("an undo before the fetch and pictures changed meanwhile have priority", async () => {
  const has = await makeProduct(database.db, { name: "Beans", images: ["/files/products/aa/old.webp"] });
  const run = await preview("Name,Price,Images\nBeans,500,SITE/red.jpg\nYam,300,SITE/blue.jpg");
  await startRun(ctx, admin, run, { checked: true });
  await work(run, false);
  await database.sql(`update products set images = '["/files/products/bb/new.webp"]' where id = $1`, [has.id]);
  await work(run);
  const [beans, yam] = await rowsOf(run);
  expect(beans?.pictures?.[0]).toMatchObject({
    state: "failed",
    reason: "The pictures of the product were changed since.",
  });
  expect(yam?.pictures?.[0]).toMatchObject({ state: "stored", address: STORED });

  const other = await preview("Name,Price,Images\nOkra,500,SITE/other.jpg");
  await startRun(ctx, admin, other);
  await work(other, false);
  const undone = await undoRun(ctx, admin, other);
  if (!undone.ok) throw new Error(undone.reason);
  await work(undone.id);
  asked = [];
  await work(other);
  expect(asked).toEqual([]);
  expect(await runPictures(database.db, other)).toEqual({ waiting: 0, stored: 0, failed: 1 });
  expect((await goods()).map(({ name, images }) => [name, images])).toEqual([
    ["Beans", ["/files/products/bb/new.webp"]],
    ["Yam", [STORED]],
  ]);
});

test("a Shopify export adds the pictures of all rows of a product in order, a variant's own first, with alt texts", async () => {
  const run = await preview(
    [
      "Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Image Position,Image Alt Text,Variant Image",
      "gown,Gown,Size,S,900,SITE/b.jpg,2,Behind,",
      "gown,,,M,950,SITE/a.jpg,1,Front,SITE/m.jpg",
      "gown,,,,,SITE/c.jpg,3,,",
    ].join("\n"),
  );
  expect(
    (await rowsOf(run)).map(({ pictures }) => pictures?.map(({ source, alt }) => [source.slice(-5), alt])),
  ).toEqual(
    [
      [
        ["a.jpg", "Front"],
        ["b.jpg", "Behind"],
        ["c.jpg", undefined],
      ],
      [
        ["m.jpg", undefined],
        ["a.jpg", "Front"],
        ["b.jpg", "Behind"],
        ["c.jpg", undefined],
      ],
    ].map((row) => row.map(([name, alt]) => [`/${name}`.slice(-5), alt])),
  );
});

test("rows go when a run can no longer be undone; what it did stays known", async () => {
  const run = await preview("Name,Price\nBeans,500\nYam,0");
  await startRun(ctx, admin, run);
  await work(run);
  const now = Date.now();
  expect(await purgeRuns(database.db, now + 29 * 86_400_000)).toBe(0);
  expect(await purgeRuns(database.db, now + 31 * 86_400_000)).toBe(4);
  const existing = await runById(database.db, run);
  expect(existing?.counts).toMatchObject({ applied: 1, refused: 1 });
  expect(mayUndo(existing!, now)).toEqual({ ok: false, reason: "too_late" });
  expect(await latestRuns(database.db, { offset: 0, limit: 1 })).toMatchObject([{ rows: 2, applied: 1 }]);
  expect(await rowsOf(run)).toEqual([]);
  await preview("Name,Price\nOkra,500");
  await purgeRuns(database.db, now + 31 * 86_400_000);
  expect((await latestRuns(database.db, { offset: 0, limit: 5 })).map(({ id }) => id)).toEqual([run]);
});
