import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readEnv } from "#app/platform/env.server.ts";

const DATABASE_URL = "postgres://u:p@127.0.0.1/shop";

/** Runs the command until it has printed everything or ended. */
async function sandbox(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "oja-sandbox-"));
  const env = { PATH: process.env["PATH"], DATABASE_URL, SANDBOX_PORT: "0", DATA_DIR: folder, ...settings };
  const child = spawn(process.execPath, [join(import.meta.dirname, "sandbox.ts")], { env, stdio: "pipe" });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  let output = "";
  const ended = once(child, "exit").then(([code]) => code as number);
  const printed = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("PAYSTACK_CHECKOUT_ORIGIN=")) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
  await Promise.race([printed, ended]);
  return { output, child, ended };
}

test("the sandbox beside a real shop prints settings that the shop accepts and that open a payment; SIGTERM ends it", async () => {
  const { output, child, ended } = await sandbox({});
  const printed = parseEnv(output.slice(output.indexOf("PAYSTACK_"))) as Record<string, string>;
  const { PAYMENT, DEMO } = readEnv({ ...printed, DATABASE_URL });
  expect(DEMO).toBe(false);
  expect(PAYMENT.mode).toBe("provider");
  const opened = await fetch(`${printed["PAYSTACK_API_URL"]}/transaction/initialize`, {
    method: "POST",
    headers: { Authorization: `Bearer ${printed["PAYSTACK_SECRET_KEY"]}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email: "a@example.com", amount: 50_000 }),
  });
  expect(await opened.json()).toMatchObject({ status: true });
  expect((await fetch(printed["PAYSTACK_INLINE_URL"] ?? "")).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("keys of Paystack in the settings are refused in a sentence", async () => {
  const { output, ended } = await sandbox({ PAYSTACK_SECRET_KEY: "sk_test_abc", PAYSTACK_PUBLIC_KEY: "pk_test_abc" });
  expect(await ended).toBe(1);
  expect(output).toMatch(/^The shop has keys of Paystack\..*\n$/);
});

test("only the settings are printed for a file of settings, whose second printing is refused", () => {
  const run = (settings: Record<string, string>) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "sandbox.ts"), "--settings"], {
      env: { PATH: process.env["PATH"], DATABASE_URL, ...settings },
      encoding: "utf8",
    });
  const { stdout, stderr } = run({ SANDBOX_PORT: "4001", SANDBOX_URL: "https://pay.shop.example" });
  expect(stderr).toBe("");
  const printed = parseEnv(stdout) as Record<string, string>;
  expect(readEnv({ ...printed, DATABASE_URL }).PAYMENT).toMatchObject({ mode: "provider" });
  expect(stdout).toMatch(/^(PAYSTACK_[A-Z_]+=\S+\n){5}$/);
  expect(printed).toMatchObject({
    PAYSTACK_API_URL: "http://127.0.0.1:4001",
    PAYSTACK_INLINE_URL: "https://pay.shop.example/v2/inline.js",
    PAYSTACK_CHECKOUT_ORIGIN: "https://pay.shop.example",
  });
  expect(run(printed)).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("already") as string });
});
