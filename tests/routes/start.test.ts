import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const FILES = join(root, "node_modules", ".cache", "oja-files");
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

type Started = { child: ChildProcess; output: () => string };

function start(env: Record<string, string>): Started {
  let text = "";
  const child = spawn(process.execPath, [join(root, "server/main.ts")], {
    env: { PATH: process.env.PATH, PORT: "0", DEMO_PRODUCTS: "20", FILES_DIR: FILES, LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

async function opened(started: Started): Promise<string> {
  await expect.poll(started.output, { timeout: 60_000, interval: 100 }).toContain("Stop it with Ctrl+C");
  return /Shop\s+(http:\S+)/.exec(started.output())?.[1] ?? "";
}

async function ended({ child }: Started): Promise<number | null> {
  return child.exitCode ?? ((await once(child, "exit")) as [number | null])[0];
}

test("opens, tells its addresses, closes cleanly on SIGTERM and keeps its data", { timeout: 120_000 }, async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "oja-start-"));
  const first = start({ DATA_DIR });
  const url = await opened(first);
  expect(first.output()).toMatch(/Mailbox\s+http:/);
  expect(first.output()).toMatch(/Payments\s+http:.*no real money/);
  expect(first.output()).toContain("Loading the demo shop");
  await fetch(`${url}/newsletter`, { method: "POST", body: new URLSearchParams({ email: "kept@example.com" }) });

  const second = start({ DATA_DIR });
  expect(await ended(second)).toBe(1);
  expect(second.output()).toMatch(/in use by process \d+\. Stop that one first/);
  expect(second.output()).not.toMatch(/\bat \S+ \(/);

  first.child.kill("SIGTERM");
  expect(await ended(first)).toBe(0);

  const again = start({ DATA_DIR });
  await opened(again);
  expect(again.output()).not.toContain("Loading the demo shop");
  again.child.kill("SIGTERM");
  expect(await ended(again)).toBe(0);
});

test("says what to do about settings it cannot use", async () => {
  const refused = start({ PORT: "http", DATA_DIR: mkdtempSync(join(tmpdir(), "oja-start-")) });
  expect(await ended(refused)).toBe(1);
  expect(refused.output()).toContain('PORT is "http": it should be a port number');
});

test("an empty shop has no goods, no stand-ins and says that payments are off", { timeout: 60_000 }, async () => {
  const empty = start({ DEMO: "0", DATA_DIR: mkdtempSync(join(tmpdir(), "oja-start-")) });
  const url = await opened(empty);
  expect(empty.output()).toMatch(/Payments\s+off/);
  const page = await (await fetch(`${url}/products`)).text();
  expect(page).toContain("0 products");
});
