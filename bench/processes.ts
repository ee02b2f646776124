import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { memorySettings } from "../scripts/memory.mjs";

const ROOT = join(import.meta.dirname, "..");
const START_LIMIT_MS = 180_000;
/** The environment that a shop inherits from this process: its settings must be those of the benchmark. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot"];

const running = new Set<ChildProcess>();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

export type ShopProcess = {
  url: string;
  pid: number;
  startMs: number;
  isAlive: () => boolean;
  stop: () => Promise<void>;
  /** Ends it without giving it time. */
  kill: () => Promise<void>;
};

/**
 * Starts the built shop like `npm start`, on free ports; with a BASE_URL it needs a PORT. `startMs` is the time from
 * the start of the process until it has printed its address and is ready; it fails after `limitMs`.
 */
export async function spawnShop(settings: Record<string, string>, limitMs = START_LIMIT_MS): Promise<ShopProcess> {
  const inherited = Object.fromEntries(
    INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const secret = "benchmark".repeat(5);
  const memory = memorySettings(undefined, inherited);
  const env = {
    ...memory.env,
    PORT: "0",
    HOST: "127.0.0.1",
    DEMO: "1",
    // The journeys of a shop without delivery prices; a benchmark of such a shop asks for its example zones.
    DEMO_DELIVERY: "0",
    LOG_LEVEL: "error",
    AUTH_SECRET: secret,
    ...settings,
  };
  const started = performance.now();
  const child = spawn(process.execPath, [...memory.flags, "server/main.ts"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  track(child);
  const printed = await printedAddress(child, limitMs);
  // Behind a balancer the printed address is shared.
  const url = settings["BASE_URL"] ? `http://127.0.0.1:${settings["PORT"]}` : printed;
  while (!(await fetch(`${url}/readyz`)).ok) await wait(20);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  const startMs = performance.now() - started;
  return { url, pid: child.pid ?? 0, startMs, isAlive, stop: () => end(child), kill };
}

export const SANDBOX_KEYS = { secretKey: "sk_test_sandboxbench", publicKey: "pk_test_sandboxbench" };

/** The settings of a shop at `databaseUrl` that takes payments through a payment sandbox with `SANDBOX_KEYS`. */
export function shopWithSandbox(databaseUrl: string, sandboxUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DEMO: "0",
    // Buyers have different addresses, because the limit of starts counts by address.
    TRUST_PROXY: "1",
    PAYSTACK_SECRET_KEY: SANDBOX_KEYS.secretKey,
    PAYSTACK_PUBLIC_KEY: SANDBOX_KEYS.publicKey,
    PAYSTACK_API_URL: sandboxUrl,
    PAYSTACK_INLINE_URL: `${sandboxUrl}/v2/inline.js`,
    PAYSTACK_CHECKOUT_ORIGIN: sandboxUrl,
  };
}

/** The body is null if it is no JSON. */
export type Posted = { ok: boolean; status: number; body: unknown };

/** Posts JSON as the visitor number `buyer`, who has an address of its own behind `TRUST_PROXY`. */
export async function postAs(buyer: number, url: string, body: object): Promise<Posted> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": visitorAddress(buyer) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
  return { ok: response.ok, status: response.status, body: isJson ? JSON.parse(text) : null };
}

/** Why a request got no answer, such as "ECONNREFUSED". */
export function failureOf(error: unknown): string {
  const { name, cause } = error as Error;
  return (cause as { code?: string } | undefined)?.code ?? name;
}

/** The address of the visitor with this number, for `X-Forwarded-For`. */
export function visitorAddress(visitor: number): string {
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
}

export type Worker = { answer: unknown; pid: number; stop: () => Promise<void> };

/** Runs a file of this folder in its own process and resolves with its first message to `order`. */
export async function forkWorker(file: string, order: object): Promise<Worker> {
  const child = fork(join(import.meta.dirname, file), { serialization: "advanced" });
  track(child);
  child.send(order);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`${file} ended with ${code}.`);
  });
  const answered = once(child, "message").then(([message]) => message as unknown);
  failed.catch(() => {});
  return { answer: await Promise.race([answered, failed]), pid: child.pid ?? 0, stop: () => end(child) };
}

/** Processor seconds of a process; null if the system does not report them. */
export function cpuSeconds(pid: number): number | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  const fields = readFileSync(path, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident bytes of a process; null if the system does not report them. */
export function residentMemory(pid: number): number | null {
  return memoryOf(pid, "VmRSS");
}

/** The most resident bytes that a process has had; null if the system does not report them. */
export function peakMemory(pid: number): number | null {
  return memoryOf(pid, "VmHWM");
}

function memoryOf(pid: number, line: "VmRSS" | "VmHWM"): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const [, kibibytes] = new RegExp(`${line}:\\s+(\\d+)`).exec(status) ?? [];
    return kibibytes ? Number(kibibytes) * 1_024 : null;
  } catch {
    return null;
  }
}

async function printedAddress(child: ChildProcess, limitMs: number): Promise<string> {
  let output = "";
  const printed = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const address = /^\s*Shop\s+(http\S+)/m.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`The shop ended with ${code}.\n${output}`)));
    setTimeout(() => reject(new Error(`The shop did not start in time.\n${output}`)), limitMs).unref();
  });
  return await printed;
}

function track(child: ChildProcess): void {
  running.add(child);
  child.once("exit", () => running.delete(child));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(force);
}

/** Ends every process started here. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map(end));
}
