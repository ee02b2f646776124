import { lazy, type ComponentType } from "react";

/**
 * A part of a page that is loaded when it is needed, and `Simpler` in its place where it does not come: over a broken
 * line, or when a newer version of the shop has taken the file away. Without it the whole page would be an error.
 */
export function lazyOr<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Simpler: ComponentType<Props>,
) {
  return lazy(() => load().catch(() => ({ default: Simpler })));
}
