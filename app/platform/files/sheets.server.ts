import { fork } from "node:child_process";
import { createRequire } from "node:module";
import pLimit from "p-limit";
import { MAX_SHEET_BYTES, type SheetRow, TOO_LARGE } from "#app/lib/sheet-table.ts";
import type { SheetMessage, SheetRequest } from "./sheets-process.server.ts";

/** Maximum number of rows below the header. */
export const MAX_SHEET_ROWS = 50_000;

const DEADLINE_MS = 120_000;
/** The parser's heap. Its buffers, at most a file and what it unpacks to, come on top. */
const MEMORY_MB = 384;
const TOO_MUCH = "The file is too large when unpacked. Split it into parts.";

/** Parses one file at once in this process; more than `MOST_WAITING` queued ones are refused. */
const parsing = pLimit(1);
const MOST_WAITING = 4;
const TOO_BUSY = "Other files are being read right now. Please try again in a minute.";

type Limits = { deadlineMs?: number; memoryMb?: number };

export type SheetResult = { ok: true; columns: string[]; rows: number } | { ok: false; message: string };

const program = createRequire(import.meta.url).resolve("#app/platform/files/sheets-process.server.ts");

/**
 * Parses a table of text cells from CSV, XLSX, XLS or ODS bytes in a process of its own, with limits on size, memory
 * and time: a thread would share the heap's limit of the shop, and end it with its own. `onRows` gets up to 500 rows at a time and is awaited; every row has as many cells as there are columns. An
 * invalid file is answered with an error message for the user.
 */
export async function readSheet(
  bytes: Uint8Array<ArrayBuffer>,
  onRows: (rows: SheetRow[]) => Promise<void>,
  limits: Limits = {},
): Promise<SheetResult> {
  if (bytes.length === 0) return { ok: false, message: "The file is empty." };
  if (bytes.length > MAX_SHEET_BYTES) return { ok: false, message: TOO_LARGE };
  if (parsing.pendingCount >= MOST_WAITING) return { ok: false, message: TOO_BUSY };
  return await parsing(() => parse(bytes, onRows, limits));
}

async function parse(
  bytes: Uint8Array<ArrayBuffer>,
  onRows: (rows: SheetRow[]) => Promise<void>,
  { deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB }: Limits,
): Promise<SheetResult> {
  const parser = fork(program, {
    execArgv: [`--max-old-space-size=${memoryMb}`, "--max-semi-space-size=8"],
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<SheetResult>((resolve, reject) => {
      const refuse = (message: string) => resolve({ ok: false, message });
      timer = setTimeout(() => refuse("The file takes too long to read. Split it into parts."), deadlineMs);
      parser.on("message", (message: SheetMessage) => {
        if (message.type === "done") return resolve({ ok: true, columns: message.columns, rows: message.rows });
        if (message.type === "refused") return refuse(message.message);
        onRows(message.rows).then(() => parser.send("next", ignore), reject);
      });
      // V8 aborts the process at its heap limit; the system may kill it before.
      parser.on("exit", (_, signal) =>
        refuse(signal === null ? "The file cannot be read. Save it again as CSV or XLSX." : TOO_MUCH),
      );
      parser.on("error", reject);
      parser.send({ bytes, maxRows: MAX_SHEET_ROWS } satisfies SheetRequest, ignore);
    });
  } finally {
    clearTimeout(timer);
    parser.kill("SIGKILL");
  }
}

/** A message to a process that has ended: its exit is the answer. */
const ignore = () => {};
