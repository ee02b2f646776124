// `npm run image:test`: builds the container image and buys in it. See HELP.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { answers, call } from "./server/call.ts";

const HELP = `Usage: npm run image:test

Builds the Dockerfile with docker or podman, whichever runs here (CONTAINER_ENGINE names another command with the same
words), imports a product, starts the image with a read-only root as user 1000, without a network, buys through the payment
sandbox, stops it with SIGTERM, starts it again on the same volume and finds the order. Says 'skipped: no builder' where
there is no builder. With buildah alone the image is built and not started.`;

const ROOT = join(import.meta.dirname, "..");
const IMAGE = "oja:test";
const SHOP = "http://127.0.0.1:3000";
const SANDBOX = "http://127.0.0.1:3001";
/** Of a start, which shares the machine with other work; only a hanging one takes this long. */
const PATIENCE_MS = 180_000;
const SECONDS_TO_STOP = 40;
const SECRET_KEY = `sk_test_sandbox${randomBytes(16).toString("hex")}`;

if (process.argv.includes("--help")) console.log(HELP);
else {
  const engine = findEngine();
  if (engine) await testImage(engine);
  else if (answers("buildah", "info")) {
    call("buildah", ["bud", "--format", "docker", "--tag", IMAGE, ROOT]);
    console.log("The image was built. skipped: neither docker nor podman to start it");
  } else console.log("skipped: no builder");
}

function findEngine(): string | undefined {
  const named = process.env["CONTAINER_ENGINE"];
  return named || ["docker", "podman"].find((name) => answers(name, "info"));
}

async function testImage(engine: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "oja-image-"));
  const name = `oja-test-${process.pid}`;
  const run = (...args: string[]) => call(engine, args);
  try {
    step("building the image");
    // Podman writes the OCI format by default, which has no health check.
    run("build", ...(isPodman(engine) ? ["--format", "docker"] : []), "--tag", IMAGE, ROOT);
    step(`its size: ${Math.round(Number(run("image", "inspect", "--format", "{{.Size}}", IMAGE)) / 1_000_000)} MB`);
    run("volume", "create", name);
    const options = containerOptions(folder, name);
    step("importing a product into an empty volume");
    run("run", "--rm", ...options, IMAGE, "node", "scripts/import.ts", "/run/oja/products.csv", "--apply");
    step("starting it");
    run("run", "--detach", "--name", name, ...options, IMAGE);
    await untilReady(engine, name);
    checkInside(engine, name);
    run("exec", "--detach", name, "node", "scripts/sandbox.ts");
    step("buying");
    const checkout = await purchase(engine, name);
    step("stopping it with SIGTERM");
    run("stop", "--time", String(SECONDS_TO_STOP), name);
    const code = run("inspect", "--format", "{{.State.ExitCode}}", name);
    if (code !== "0") throw new Error(`It ended with ${code}, not 0, so it was killed or failed.`);
    step("starting it again");
    run("start", name);
    await untilReady(engine, name);
    await purchase(engine, name, checkout);
    step("the order is there. passed");
  } catch (error) {
    console.error(spawnSync(engine, ["logs", "--tail", "50", name], { encoding: "utf8" }));
    throw error;
  } finally {
    spawnSync(engine, ["rm", "--force", name], { stdio: "ignore" });
    spawnSync(engine, ["volume", "rm", "--force", name], { stdio: "ignore" });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A shop of production whose secrets are files, and nothing of which leaves the container. */
function containerOptions(folder: string, volume: string): string[] {
  const products = "name,category,price,stock,minimum order\nBag of rice,Grains,45000,100,1\n";
  const files = { "products.csv": products, auth_secret: randomBytes(36).toString("base64"), secret_key: SECRET_KEY };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  // The image's user is another one than the owner of these files.
  chmodSync(folder, 0o755);
  const settings = {
    NODE_ENV: "production",
    BASE_URL: "https://shop.example",
    AUTH_SECRET_FILE: "/run/oja/auth_secret",
    PAYSTACK_SECRET_KEY_FILE: "/run/oja/secret_key",
    PAYSTACK_PUBLIC_KEY: "pk_test_sandbox",
    PAYSTACK_API_URL: SANDBOX,
    PAYSTACK_INLINE_URL: `${SANDBOX}/v2/inline.js`,
    PAYSTACK_CHECKOUT_ORIGIN: SANDBOX,
    LOG_LEVEL: "warn",
  };
  return [
    "--read-only",
    "--tmpfs=/tmp",
    "--network=none",
    `--volume=${volume}:/data`,
    `--volume=${folder}:/run/oja:ro`,
    ...Object.entries(settings).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
  ];
}

/** Runs the image's own health check until it succeeds, then asks whether the shop is ready. */
async function untilReady(engine: string, name: string): Promise<void> {
  const check = JSON.parse(
    call(engine, ["inspect", "--format", "{{json .Config.Healthcheck.Test}}", name]),
  ) as string[];
  const command = check[0] === "CMD-SHELL" ? ["sh", "-c", ...check.slice(1)] : check.slice(1);
  if (command.length === 0) throw new Error("The image has no health check.");
  const patience = performance.now() + PATIENCE_MS;
  const ready = [
    "node",
    "-e",
    `fetch("${SHOP}/readyz").then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))`,
  ];
  for (const words of [command, ready]) {
    while (!answers(engine, "exec", name, ...words)) {
      if (performance.now() > patience) throw new Error(`It was not ready: ${words.join(" ")}`);
      await wait(500);
    }
  }
}

/** User, read-only root, memory flags and compile cache of the running container. */
function checkInside(engine: string, name: string): void {
  const script = `
    const fs = require("node:fs");
    const processes = fs.readdirSync("/proc").filter(Number).map((id) => fs.readFileSync("/proc/" + id + "/cmdline", "utf8"));
    const isWritable = (path) => { try { fs.writeFileSync(path, ""); fs.rmSync(path); return true; } catch { return false; } };
    console.log(JSON.stringify({
      user: process.getuid(),
      rootIsWritable: isWritable("/oja/x"),
      volumeIsWritable: isWritable("/data/x"),
      first: fs.readFileSync("/proc/1/cmdline", "utf8").replaceAll("\\0", " ").trim(),
      hasMemoryFlags: processes.some((line) => line.includes("--max-old-space-size=") && line.includes("server/main.ts")),
      hasCompileCache: fs.readdirSync(process.env.NODE_COMPILE_CACHE).length > 0,
    }))`;
  const found = call(engine, ["exec", name, "node", "-e", script]);
  const expected = {
    user: 1000,
    rootIsWritable: false,
    volumeIsWritable: true,
    first: "node scripts/start.mjs",
    hasMemoryFlags: true,
    hasCompileCache: true,
  };
  if (found !== JSON.stringify(expected)) throw new Error(`Inside the container: ${found}`);
}

/** Buys, or finds the order of `checkout`; returns the id of the checkout. */
async function purchase(engine: string, name: string, ...checkout: string[]): Promise<string> {
  const script = readFileSync(join(ROOT, "scripts", "purchase.mjs"), "utf8");
  const words = ["node", "--input-type=module", "-", SHOP, SANDBOX, SECRET_KEY, "rice", ...checkout];
  return call(engine, ["exec", "--interactive", name, ...words], { input: script });
}

function isPodman(engine: string): boolean {
  return call(engine, ["--version"]).includes("podman");
}

function step(what: string): void {
  console.log(`image:test: ${what}`);
}
