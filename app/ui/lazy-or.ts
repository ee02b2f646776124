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
