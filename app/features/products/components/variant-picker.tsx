import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import { productHref } from "../links.ts";
import type { OptionChoice } from "../rules/variants.ts";

const STATE_CLASSES = {
  available: "border-edge bg-white hover:border-forest",
  out_of_stock: "border-edge border-dashed bg-sand-deep text-muted line-through",
  other_combination: "border-edge border-dashed bg-white text-muted hover:border-forest",
};
const NOTE = { available: "", out_of_stock: ", out of stock", other_combination: ", other combination" };

/** Options of a variant as links to its siblings, usable without JavaScript and in new tabs. */
export function VariantPicker({ options }: { options: readonly { name: string; choices: readonly OptionChoice[] }[] }) {
  return options.map(({ name, choices }) => (
    <div key={name} role="group" aria-label={name}>
      <p className="text-sm text-muted">
        {name}: <span className="font-semibold text-ink">{choices.find(({ current }) => current)?.value}</span>
      </p>
      <ul className="mt-1.5 flex flex-wrap gap-2">
        {choices.map(({ value, slug, state, current }) => (
          <li key={value} className="max-w-full">
            <Link
              to={productHref(slug)}
              preventScrollReset
              aria-current={current ? "true" : undefined}
              aria-label={value + NOTE[state]}
              className={cx(
                "grid min-h-11 min-w-11 place-items-center rounded-xl border px-3 py-1.5 text-sm font-semibold wrap-anywhere",
                STATE_CLASSES[state],
                current && "border-forest! outline-1 outline-forest",
              )}
            >
              {value}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}
