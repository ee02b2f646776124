import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openAsBlob } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { testDatabase } from "../setup/database.ts";
import { testShop } from "../setup/shop.ts";

const root = join(import.meta.dirname, "..", "..");
const FILES = join(root, "node_modules", ".cache", "oja-files");
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

type Started = { output: () => string; stop: () => void; ended: Promise<number | null> };

function start(env: Record<string, string>): Started {
  let text = "";
  const child = spawn(process.execPath, [join(root, "server/main.ts")], {
    env: { PATH: process.env.PATH, PORT: "0", DEMO_PRODUCTS: "20", FILES_DIR: FILES, LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  // "exit" may arrive before the last output.
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { output: () => text, stop: () => child.kill("SIGTERM"), ended };
}

async function opened(started: Started): Promise<string> {
  await expect.poll(started.output, { timeout: 120_000, interval: 100 }).toContain("Stop it with Ctrl+C");
  return /Shop\s+(http:\S+)/.exec(started.output())?.[1] ?? "";
}

test(
  "starts, prints addresses and demo passwords, closes on SIGTERM and keeps its data",
  { timeout: 400_000 },
  async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "oja-start-"));
    const first = start({ DATA_DIR });
    const url = await opened(first);
    expect(first.output()).toMatch(/Mailbox\s+http:/);
    expect(first.output()).toMatch(/Payments\s+http:.*no real money/);
    expect(first.output()).toContain("Loading the demo shop");
    const form = { method: "POST", body: new URLSearchParams({ email: "kept@example.com" }), headers: { Origin: url } };
    expect((await fetch(`${url}/newsletter`, form)).status).toBe(200);
    for (const who of ["Admin", "Customer"]) {
      const [, email, password] = new RegExp(`${who}\\s+(\\S+@\\S+), password (\\S+)`).exec(first.output()) ?? [];
      const headers = { "Content-Type": "application/json", Origin: url };
      const asked = { method: "POST", headers, body: JSON.stringify({ email, password }) };
      expect((await fetch(`${url}/api/auth/sign-in/email`, asked)).status, `the printed password of ${who}`).toBe(200);
    }

    const second = start({ DATA_DIR });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/in use by process \d+\. Stop that one first/);
    expect(second.output()).not.toMatch(/\bat \S+ \(/);

    first.stop();
    expect(await first.ended).toBe(0);

    const again = start({ DATA_DIR, DEMO: "1", BASE_URL: "https://demo.example" });
    await opened(again);
    expect(again.output()).not.toContain("Loading the demo shop");
    expect(again.output()).toContain("This is a demo that others can reach");
    expect(again.output()).toMatch(/admin@oja\.example, password (?!oja-demo-admin)[\w-]{16}\n/);
    again.stop();
    expect(await again.ended).toBe(0);
  },
);

test("prints what to do about invalid settings", async () => {
  const refused = start({ PORT: "http", DATA_DIR: mkdtempSync(join(tmpdir(), "oja-start-")) });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain("PORT cannot be used: it should be a port number");
});

test("an empty shop has no goods, no sandboxes and says that payments are off", async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "oja-start-"));
  const template = await openAsBlob(inject("databaseTemplate"));
  await openDatabase({ folder: join(DATA_DIR, "pg"), template }).then((database) => database.close());
  const empty = start({ DEMO: "0", DATA_DIR });
  const url = await opened(empty);
  expect(empty.output()).toMatch(/Payments\s+off/);
  expect(empty.output()).not.toContain("password");
  const page = await (await fetch(`${url}/products`)).text();
  expect(page).toContain("0 products");
});

test("a shop that was a demo does not open before the demo is removed", async () => {
  const database = await testDatabase();
  await database.db.insert(users).values({ name: "Ngozi", email: "admin@oja.example", emailVerified: true });
  await expect(testShop({ database, env: { DEMO: "0" } })).rejects.toThrow(/was a demo[\s\S]*npm run demo:remove/);
});

test("a database from before the versioned schema stops the start with one sentence", async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "oja-start-"));
  const database = await openDatabase({ folder: join(DATA_DIR, "pg") });
  await database.sql("create schema drizzle");
  await database.sql("create table drizzle.__drizzle_migrations (id serial, hash text not null, created_at bigint)");
  await database.sql("insert into drizzle.__drizzle_migrations (hash, created_at) values ('start', 1793200000000)");
  await database.close();
  const refused = start({ DATA_DIR });
  expect(await refused.ended).toBe(1);
  expect(refused.output().trim()).toMatch(
    /^Oja could not start: This database was made by Oja before version 0\.2, which .* in another DATA_DIR\.$/,
  );
});

test("a demo that others can reach has drawn passwords, no Google sandbox, and a mailbox for this machine alone", async () => {
  const shop = await testShop({ env: { HOST: "0.0.0.0", BASE_URL: "https://demo.example" } });
  onTestFinished(() => shop.close());
  const [admin] = shop.demoLogins;
  const signIn = (password: string) =>
    shop.fetch(
      new Request("https://demo.example/api/auth/sign-in/email", {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: "https://demo.example" },
        body: JSON.stringify({ email: "admin@oja.example", password }),
      }),
    );
  expect((await signIn("oja-demo-admin")).status).toBe(401);
  expect((await signIn(admin?.password ?? "")).status).toBe(200);
  expect(shop.demo?.googleUrl).toBeNull();
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal);
  for (const address of [shop.demo?.mailboxUrl, shop.demo?.paystackUrl]) {
    const { port, hostname } = new URL(address ?? "");
    expect(hostname).toBe("127.0.0.1");
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBeLessThan(500);
    if (outside) await expect(fetch(`http://${outside.address}:${port}/`)).rejects.toThrow("fetch failed");
  }
});
