import { formatDays } from "#app/lib/day-range.ts";
import type { DeliveryOption } from "../rules.ts";

/** "Arrives Thu 26 to Sat 28 Nov"; what the buyer picks up himself is "Ready" then. */
export function optionDays({ kind, from, to }: Pick<DeliveryOption, "kind" | "from" | "to">): string {
  return `${kind === "pickup" ? "Ready" : "Arrives"} ${formatDays(from, to)}`;
}
