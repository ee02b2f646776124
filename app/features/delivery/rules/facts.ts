import type { DeliveryFacts } from "#app/features/site/rules/delivery-texts.ts";
import { stateOf } from "#app/lib/nigeria.ts";
import { STATE_NAMES, type StateCode } from "#app/lib/nigeria.ts";

/** More states than this are counted, not named. */
const FEW = 3;
/** All states but the capital's territory. */
const STATE_COUNT = Object.keys(STATE_NAMES).length - 1;

/** What pages say of delivery to `places`, codes of states and areas that active methods reach; null for none. */
export function factsOf(places: readonly string[], min_days: number, max_days: number): DeliveryFacts | null {
  const codes = [...new Set(places.flatMap((place) => stateOf(place) ?? []))].toSorted();
  if (codes.length === 0) return null;
  return { states: statesText(codes, new Set(places)), min_days, max_days };
}

function statesText(codes: readonly StateCode[], places: ReadonlySet<string>): string {
  const states = codes.filter((code) => code !== "FC");
  if (states.length === STATE_COUNT) return "all 36 states";
  if (codes.length > FEW) return `${codes.length} states`;
  const names = codes.map((code) => (places.has(code) ? STATE_NAMES[code] : `parts of ${STATE_NAMES[code]}`));
  return names.length === 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
