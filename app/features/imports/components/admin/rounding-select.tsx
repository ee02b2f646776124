import type { ComponentProps } from "react";
import { ROUNDINGS } from "#app/features/products/rules/price-move.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Select } from "#app/ui/select.tsx";

const OPTIONS = ROUNDINGS.map((kobo) => ({
  value: String(kobo),
  label: kobo === 1 ? "Not rounded" : `To ${formatNaira(kobo)}`,
}));

/** The rounding of changed prices, in kobo. */
export function RoundingSelect(props: Omit<ComponentProps<typeof Select>, "options">) {
  return <Select aria-label="Rounded to" wrapperClassName="w-36" options={OPTIONS} {...props} />;
}
