import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { zstdCompressSync } from "node:zlib";
import { packTar } from "modern-tar";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openForBackup } from "#app/platform/backup/open-shop.server.ts";
import { sentenceOf } from "#app/platform/backup/problems.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { writeBackup } from "#app/platform/backup/write-backup.server.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { requeueMails } from "#app/platform/outbox.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { mails } from "#db/schema/mail.ts";
import { postAs, spawnShop } from "../../bench/processes.ts";
import { filledShop, rowHashes, SECRET, workplace, writePicture } from "../fixtures/backups.ts";
import { makeProducts } from "../fixtures/catalog.ts";
import { startInput } from "../fixtures/checkout.ts";
import { UNTRUSTED } from "../fixtures/tls.ts";
import { closedAfterTest } from "../setup/closed-after-test.ts";
import { testDatabase } from "../setup/database.ts";
import { postgresUrl } from "../setup/postgres.ts";

// Each test restores whole shops.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
afterAll(() => vi.resetConfig());

const PICTURE = "products/3f/3fa90000000000000000000000000000.webp";
let made: Buffer;
let hashes: Record<string, string>;

beforeAll(async () => {
  const shop = await openDatabase({ folder: "memory://" });
  await filledShop(shop);
  hashes = await rowHashes(shop);
  const folder = mkdtempSync(join(tmpdir(), "oja-restores-"));
  const env = {
    AUTH_SECRET: SECRET,
    AUTH_SECRET_OLD: [],
    DATA_DIR: folder,
    FILES_DIR: join(folder, "files"),
    OBJECT_STORE: null,
  };
  writePicture(env.FILES_DIR, PICTURE, "a picture");
  const file = join(folder, "shop.oja");
  await writeBackup(shop, env, file);
  made = readFileSync(file);
  await shop.close();
});

/** A place with the backup in it. */
function placeWithBackup(settings: Record<string, string> = {}) {
  const place = workplace(settings);
  writeFileSync(place.file, made);
  return place;
}
const openPostgres = async (url: string) => closedAfterTest(await openDatabase({ url, folder: "" }));
const failure = async (work: Promise<unknown>, url?: string) =>
  await work.then(
    () => "no failure",
    (error: unknown) => (sentenceOf(error, url) as Error).message,
  );

const newer = async () => {
  const content = Buffer.from(JSON.stringify({ format: 2, shop_version: "9.0.0" }));
  const header = { name: "manifest.json", size: content.length };
  return zstdCompressSync(await packTar([{ header, body: content }]));
};
const flipped = (at: number) => () => {
  const bytes = Buffer.from(made);
  bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  return bytes;
};

test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
  ["cut off in the middle", () => made.subarray(0, made.length >> 1), /shop\.oja was cut off: its end is missing\./],
  ["cut off near the end", () => made.subarray(0, made.length - 60), /shop\.oja was cut off: its end is missing\./],
  ["with a changed byte in its rows", flipped(5_000), /shop\.oja is damaged: its content was changed\./],
  ["of a newer version", newer, /was made by a newer version of Oja \(9\.0\.0\): update this shop first/],
  ["that is a text", () => Buffer.from("hello"), /shop\.oja is no backup of Oja\.$/],
  ["that is empty", () => Buffer.alloc(0), /shop\.oja is no backup of Oja\.$/],
  ["that is compressed, and something else", () => zstdCompressSync(Buffer.from("x".repeat(2_000))), /is damaged/],
])("a backup %s is refused with one sentence, and nothing is written", async (_, content, sentence) => {
  const { env, file } = workplace();
  writeFileSync(file, await content());
  expect(await failure(restoreBackup(file, env))).toMatch(sentence);
  expect(() => readdirSync(env.DATA_DIR)).toThrow("ENOENT");
});

test("a shop with another secret is refused, unless asked for", async () => {
  const { env, file } = placeWithBackup({ AUTH_SECRET: "the secret of quite another shop here" });
  expect(await failure(restoreBackup(file, env))).toMatch(/is of a shop with another secret: .+--other-secret\.$/);
  expect(() => readdirSync(env.DATA_DIR)).toThrow("ENOENT");
  await restoreBackup(file, env, { otherSecret: true });
  expect(readdirSync(env.DATA_DIR)).toContain("pg");
});

test("a folder with a shop is refused, then replaced and kept; one that is open is refused", async () => {
  const { env, file } = placeWithBackup();
  await restoreBackup(file, env);
  const first = await openDatabase({ folder: env.DATABASE_DIR });
  await first.sql("insert into shop_state (key, value) values ('mine', '1')");
  expect(await failure(restoreBackup(file, env, { replace: true }))).toMatch(/is in use by process \d+\. Stop/);
  await first.close();
  expect(await failure(restoreBackup(file, env))).toMatch(/^There is a shop in .+ already: .+ --replace/);
  const { kept } = await restoreBackup(file, env, { replace: true });
  const old = closedAfterTest(await openDatabase({ folder: kept?.replace("the folder ", "") ?? "" }));
  expect((await old.sql("select from shop_state where key = 'mine'")).rows).toHaveLength(1);
  const now = closedAfterTest(await openDatabase({ folder: env.DATABASE_DIR }));
  expect(await rowHashes(now)).toEqual(hashes);
});

test("a PostgreSQL with a shop is refused, then replaced and kept; a failure and a running shop leave it", async () => {
  const url = await postgresUrl({ isBare: true });
  const { env, file } = placeWithBackup({ DATABASE_URL: url });
  await restoreBackup(file, env);
  const before = await openDatabase({ url, folder: "" });
  await before.sql("insert into shop_state (key, value) values ('mine', '1')");
  const mine = await rowHashes(before);
  expect(await failure(restoreBackup(file, env, { replace: true }))).toMatch(/^A shop is running on this database/);
  await before.close();
  expect(await failure(restoreBackup(file, env))).toMatch(/is not empty: name an empty one, or add --replace/);
  // The folder of the files is a file: the restore fails after the old tables were moved.
  const broken = join(env.DATA_DIR, "..", "broken");
  writeFileSync(broken, "");
  expect(await failure(restoreBackup(file, { ...env, FILES_DIR: broken }, { replace: true }))).toMatch(
    /ENOTDIR|EEXIST/,
  );
  const still = await openDatabase({ url, folder: "" });
  expect(await rowHashes(still)).toEqual(mine);
  await still.close();
  const { kept } = await restoreBackup(file, env, { replace: true });
  const [schema = ""] = kept?.replace("the schema ", "").split(", ") ?? [];
  const now = await openPostgres(url);
  expect(await rowHashes(now)).toEqual(hashes);
  expect((await now.sql(`select from ${schema}.shop_state where key = 'mine'`)).rows).toHaveLength(1);
});

test.each<[string, (url: URL) => void, RegExp]>([
  ["password", (url) => (url.password = "wrong"), /refuses the user or the password \(user postgres\)\.$/],
  ["port", (url) => (url.port = "1"), /does not answer \(ECONNREFUSED\): check host and port/],
  ["host", (url) => (url.hostname = "no.invalid"), /^There is no host no\.invalid/],
  ["database", (url) => (url.pathname = "/none"), /has no database none: create it/],
  ["kind of connection", (url) => url.searchParams.set("sslmode", "verify-full"), /has no TLS/],
])("a wrong %s of PostgreSQL is one sentence without the password", async (_, change, sentence) => {
  const url = new URL(await postgresUrl({ isBare: true }));
  change(url);
  const { env, file } = placeWithBackup({ DATABASE_URL: url.href });
  const text = await failure(restoreBackup(file, env), url.href);
  expect(text).toMatch(sentence);
  expect(text).not.toMatch(/wrong|:oja@/);
});

test("a certificate of PostgreSQL that is not trusted is one sentence without the password", async () => {
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write("S");
      new TLSSocket(socket, { isServer: true, ...UNTRUSTED }).on("error", () => {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `postgres://postgres:oja-secret@${host}/oja?sslmode=verify-full`;
  const { env, file } = placeWithBackup({ DATABASE_URL: url });
  expect(await failure(restoreBackup(file, env), url)).toBe(
    `The certificate of PostgreSQL at ${host} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): name its authority with ` +
      "sslrootcert=FILE in the address.",
  );
});

test("a backup of a running shop has every payment that was answered before it, with its hold", async () => {
  const { env, file, folder } = placeWithBackup();
  await restoreBackup(file, env);
  const owner = await openDatabase({ folder: env.DATABASE_DIR });
  const goods = (await makeProducts(owner.db, 1, { stock_quantity: 100_000, min_order: 1 }))[0]?.id ?? "";
  await owner.close();
  const settings = { DEMO: "1", DEMO_PRODUCTS: "0", DEMO_ORDERS: "0", TRUST_PROXY: "1" };
  const shop = await spawnShop({ ...settings, DATA_DIR: env.DATA_DIR, AUTH_SECRET: SECRET });
  onTestFinished(() => shop.stop());
  const references: string[] = [];
  const buy = async (buyer: number) => {
    const { ok, body } = await postAs(buyer, `${shop.url}/checkout/start`, startInput([[goods, 1]]));
    expect([ok, body]).toEqual([true, expect.anything()]);
    references.push((body as { payment: { reference: string } }).payment.reference);
  };
  await buy(0);
  const before = [...references];
  const online = join(folder, "online.oja");
  const backup = { isDone: false };
  const buying = (async () => {
    for (let buyer = 1; !backup.isDone; buyer += 1) await buy(buyer);
  })();
  const copy = await openForBackup(env);
  const { manifest } = await writeBackup(copy, env, online);
  await copy.close();
  backup.isDone = true;
  await buying;
  expect(references.length).toBeGreaterThan(1);
  expect(Object.values(manifest.violations).filter((count) => count > 0)).toEqual([]);
  expect(readdirSync(env.DATA_DIR).filter((name) => name.includes("copy"))).toEqual([]);
  const other = workplace().env;
  await restoreBackup(online, other);
  const restored = closedAfterTest(await openDatabase({ folder: other.DATABASE_DIR }));
  const { rows } = await restored.sql("select from payment_attempts where reference = any($1)", [before]);
  expect(rows).toHaveLength(before.length);
});

test("waiting mails of a restored shop get their jobs, once", async () => {
  const database = await testDatabase();
  const jobs = await createJobs(database, createLogger("silent"));
  const mail = { kind: "recovery", to_address: "ada@oja.example", data: {} };
  await database.db.insert(mails).values([mail, mail, { ...mail, status: "sent" }]);
  await requeueMails(database.db, jobs);
  await requeueMails(database.db, jobs);
  const { rows } = await database.sql(
    "select from mails join pgboss.job on name = 'mail' and job.data ->> 'id' = mails.id::text where mails.status = 'queued'",
  );
  expect(rows).toHaveLength(2);
  expect((await database.sql("select from pgboss.job where name = 'mail'")).rows).toHaveLength(2);
  await jobs.close();
});

test("a full disk leaves no backup and nothing beside it", async () => {
  const url = await postgresUrl({ isBare: true });
  const { env, file, folder } = placeWithBackup({ DATABASE_URL: url });
  await restoreBackup(file, env);
  const script = join(import.meta.dirname, "..", "..", "scripts", "backup.ts");
  // The largest file that the command may write, in blocks of 512 or 1,024 bytes.
  const run = spawnSync(
    "sh",
    ["-c", 'ulimit -f 40; exec "$@"', "sh", process.execPath, script, join(folder, "full.oja")],
    {
      env: { PATH: process.env["PATH"], DATABASE_URL: url, DATA_DIR: env.DATA_DIR, AUTH_SECRET: SECRET },
      encoding: "utf8",
      timeout: 60_000,
    },
  );
  expect([run.status, run.stderr]).toEqual([1, expect.stringMatching(/^The disk is full: nothing was kept/)]);
  expect(readdirSync(folder).filter((name) => name.startsWith("full"))).toEqual([]);
});
