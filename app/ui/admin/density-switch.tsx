import { useContext } from "react";
import { cx } from "../class-names.ts";
import { DensityContext } from "./density.ts";

/** The height of the rows on wide screens, remembered in this browser. */
export function DensitySwitch() {
  const density = useContext(DensityContext);
  if (!density) return null;
  return (
    <div role="group" aria-label="Height of the rows" className="ml-auto flex rounded-xl max-sm:hidden noscript:hidden">
      {[false, true].map((isCompact) => (
        <button
          key={String(isCompact)}
          type="button"
          aria-pressed={density.isCompact === isCompact}
          onClick={() => density.onChange(isCompact)}
          className={cx(
            "min-h-11 rounded-xl px-3 text-sm font-semibold",
            density.isCompact === isCompact ? "text-ink" : "text-muted hover:bg-sand-deep",
          )}
        >
          {isCompact ? "Compact" : "Comfortable"}
        </button>
      ))}
    </div>
  );
}
