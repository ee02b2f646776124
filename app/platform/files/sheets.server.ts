import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { SheetMessage, SheetRequest } from "./sheets-worker.server.ts";

/** Maximum file size, in bytes. */
export const MAX_SHEET_BYTES = 20_000_000;
/** Maximum number of rows below the header. */
export const MAX_SHEET_ROWS = 50_000;

const DEADLINE_MS = 60_000;
const MEMORY_MB = 512;

export type SheetResult = { ok: true; columns: string[]; rows: number } | { ok: false; message: string };

const worker = createRequire(import.meta.url).resolve("#app/platform/files/sheets-worker.server.ts");

/**
 * Parses a table of text cells from CSV, XLSX, XLS or ODS bytes in a worker thread, with limits on size, memory and
 * time. `onRows` gets up to 500 rows at a time and is awaited; every row has as many cells as there are columns. An
 * invalid file is answered with an error message for the user.
 */
export async function readSheet(
  bytes: Uint8Array<ArrayBuffer>,
  onRows: (rows: string[][]) => Promise<void>,
  { deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB }: { deadlineMs?: number; memoryMb?: number } = {},
): Promise<SheetResult> {
  if (bytes.length === 0) return { ok: false, message: "The file is empty." };
  if (bytes.length > MAX_SHEET_BYTES)
    return { ok: false, message: "The file is larger than 20 MB. Split it into parts." };
  const thread = new Worker(worker, {
    workerData: { bytes: bytes.slice(), maxRows: MAX_SHEET_ROWS } satisfies SheetRequest,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<SheetResult>((resolve, reject) => {
      timer = setTimeout(
        () => resolve({ ok: false, message: "The file takes too long to read. Split it into parts." }),
        deadlineMs,
      );
      thread.on("message", (message: SheetMessage) => {
        if (message.type === "done") return resolve({ ok: true, columns: message.columns, rows: message.rows });
        if (message.type === "refused") return resolve({ ok: false, message: message.message });
        onRows(message.rows).then(() => thread.postMessage("next", []), reject);
      });
      thread.on("error", (error: NodeJS.ErrnoException) =>
        resolve({
          ok: false,
          message:
            error.code === "ERR_WORKER_OUT_OF_MEMORY"
              ? "The file is too large when unpacked. Split it into parts."
              : "The file cannot be read. Save it again as CSV or XLSX.",
        }),
      );
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
