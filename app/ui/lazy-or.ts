import { lazy, type ComponentType } from "react";

/**
 * A lazily loaded component, and `Simpler` as its fallback if loading fails: offline, or because a newer version
 * removed the file. Without the fallback the whole page would show an error.
 */
export function lazyOr<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Simpler: ComponentType<Props>,
) {
  return lazy(() => load().catch(() => ({ default: Simpler })));
}

/**
 * Loads code that is probably needed next, so that it is there when it is. Browser only; not for visitors who save data.
 * A browser does not load a failed module again in the same document, hence not while it knows that it is offline.
 */
export function loadAhead(load: () => Promise<unknown>): void {
  const { connection, onLine } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (onLine && !connection?.saveData) void load().catch(() => null);
}
