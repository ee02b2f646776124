import { fork } from "node:child_process";
import { createRequire } from "node:module";
import type { BackupAnswer, BackupRequest } from "./backup-process.server.ts";

const program = createRequire(import.meta.url).resolve("#app/platform/backup/backup-process.server.ts");
/** The heap of the process: rows are streams. The embedded database of a test comes on top. */
const MEMORY_MB = 384;
/** Settings are in the request; with the cache of compiled modules the process begins sooner. */
const INHERITED = ["PATH", "NODE_EXTRA_CA_CERTS", "NODE_COMPILE_CACHE"];

/**
 * Makes or tests a backup in a process of its own with a low priority, so that it neither takes the event loop nor the
 * memory of the shop. `signal` ends it, with everything that it wrote so far deleted.
 */
export async function runBackupTask(request: BackupRequest, signal: AbortSignal): Promise<BackupAnswer> {
  if (signal.aborted) return STOPPED;
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`, "--max-semi-space-size=8"],
    env: Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4_000)));
  const stop = () => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<BackupAnswer>((resolve, reject) => {
      let answer: BackupAnswer | undefined;
      child.on("message", (given: BackupAnswer) => (answer = given));
      child.on("error", reject);
      // Only then is everything deleted that it needed.
      child.on("exit", (code, killed) => {
        if (answer) return resolve(answer);
        if (signal.aborted) return resolve(STOPPED);
        const message = `Its process ended (${killed ?? code}): the machine may lack memory.`;
        resolve({ ok: false, message, detail: errors });
      });
      child.send(request, () => {});
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const STOPPED: BackupAnswer = { ok: false, message: "The shop was stopped meanwhile.", detail: null };
