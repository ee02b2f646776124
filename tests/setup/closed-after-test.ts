import { onTestFinished } from "vitest";
import type { Database } from "#db/client.server.ts";

/** Closes `database` when the running test ends. Closing it earlier, or twice, is allowed. */
export function closedAfterTest(database: Database): Database {
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= database.close());
  try {
    onTestFinished(close);
  } catch {
    // Outside a test there is no hook.
  }
  return { ...database, close };
}
