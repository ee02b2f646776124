import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "./postgres.global.ts";

const ROOT = join(import.meta.dirname, "../..");
const SECRET_KEY = "sk_test_sandboxrelease";

/** Starts a program of the unpacked release and resolves when it has printed `sign`. */
async function start(folder: string, args: string[], env: Record<string, string>, sign: string) {
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: "pipe" });
  let output = "";
  const exited = once(child, "exit").then(([code]) => code as number | null);
  // Not SIGKILL: the shop is a process of its own below the one that starts it.
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => {
        output += String(text);
        if (output.includes(sign)) resolve();
      });
    void exited.then((code) => reject(new Error(`${args.join(" ")} ended with ${code}.\n${output}`)));
  });
  return async () => {
    child.kill("SIGTERM");
    return await exited;
  };
}

test("a release that is unpacked into an empty folder starts and sells, without npm and without tools", async () => {
  const place = mkdtempSync(join(tmpdir(), "oja-release-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const written = spawnSync(process.execPath, ["scripts/release.ts", place], { cwd: ROOT, encoding: "utf8" });
  expect(written.stderr).toBe("");
  const [archive = "", ...others] = readdirSync(place).filter((name) => name.endsWith(".tar.gz"));
  expect(others).toEqual([]);
  const bill = readdirSync(place).find((name) => name.endsWith(".cdx.json")) ?? "";
  expect(spawnSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: place }).status).toBe(0);
  const { components } = JSON.parse(readFileSync(join(place, bill), "utf8")) as {
    components: { group?: string; name: string }[];
  };
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const listed = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
  const shipped = Object.keys(packages).filter((path) => path !== "" && !packages[path]?.dev);
  const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  expect([...listed].toSorted()).toEqual([...new Set(shipped.map(nameOf))].toSorted());

  const unpacked = join(place, "unpacked");
  mkdirSync(unpacked);
  await pipeline(createReadStream(join(place, archive)), createGunzip(), unpackTar(unpacked, { strip: 1 }));
  expect(existsSync(join(unpacked, "node_modules", "vite"))).toBe(false);
  writeFileSync(join(place, "products.csv"), "name,category,price,stock\nBag of rice,Grains,45000,100\n");
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const env = {
    // No npm and no compiler on it.
    PATH: "",
    NODE_ENV: "production",
    DATA_DIR: join(place, "data"),
    BASE_URL: "https://shop.example",
    AUTH_SECRET: "release".repeat(8),
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    PAYSTACK_SECRET_KEY: SECRET_KEY,
    PAYSTACK_PUBLIC_KEY: "pk_test_sandbox",
    PAYSTACK_API_URL: sandbox,
    PAYSTACK_INLINE_URL: `${sandbox}/v2/inline.js`,
    PAYSTACK_CHECKOUT_ORIGIN: sandbox,
    LOG_LEVEL: "error",
  };
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: unpacked, env, encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
    return stdout.trim();
  };
  run("scripts/import.ts", join(place, "products.csv"), "--apply");
  await start(unpacked, ["scripts/sandbox.ts"], env, "The payment sandbox is open");
  const buy = ["scripts/purchase.mjs", `http://127.0.0.1:${port}`, sandbox, SECRET_KEY, "rice"];
  const stop = await start(unpacked, ["scripts/start.mjs"], env, "Oja is open");
  const checkout = run(...buy);
  expect(await stop()).toBe(0);
  await start(unpacked, ["scripts/start.mjs"], env, "Oja is open");
  expect(run(...buy, checkout)).toBe(checkout);

  writeFileSync(join(unpacked, "app", "features", "site", "content.ts"), "// A line of the operator's.\n", {
    flag: "a",
  });
  const changed = spawnSync(process.execPath, ["scripts/start.mjs"], { cwd: unpacked, env, encoding: "utf8" });
  expect([changed.status, changed.stderr]).toEqual([1, expect.stringContaining("Files of this release were changed")]);
});
