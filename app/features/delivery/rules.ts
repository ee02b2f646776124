import type { StateCode } from "#app/lib/nigeria.ts";

/** To a door, to a motor park where the buyer meets the driver, or picked up at a place of the shop. */
export const DELIVERY_KINDS = ["door", "park", "pickup"] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const KIND_NAMES: Record<DeliveryKind, string> = {
  door: "Door delivery",
  park: "Motor park",
  pickup: "Pick-up",
};

/** Up to `upto_grams` of goods, delivery costs `kobo`. */
export type WeightBand = { upto_grams: number; kobo: number };

/** Days are working days after the goods leave; `cutoff_minute` counts from midnight in Lagos. */
export type DeliveryMethod = {
  id: string;
  kind: DeliveryKind;
  name: string;
  carrier: string;
  address: string;
  bands: readonly WeightBand[];
  extra_kg_kobo: number | null;
  free_from_kobo: number | null;
  min_days: number;
  max_days: number;
  cutoff_minute: number;
};

/**
 * ISO days of the week (1 for Monday) on which goods move, dates ("2026-12-25") on which they do not, and the weight of
 * a sold unit that has none, neither its own nor its category's.
 */
export type DeliveryCalendar = {
  working_days: readonly number[];
  closed_dates: readonly string[];
  fallback_grams: number;
};

export const USUAL_CALENDAR: DeliveryCalendar = {
  working_days: [1, 2, 3, 4, 5, 6],
  closed_dates: [],
  fallback_grams: 1000,
};

/** A method with its price in kobo and the first and last day of arrival, as "2026-11-26". */
export type DeliveryOption = Pick<DeliveryMethod, "kind" | "name" | "carrier" | "address"> & {
  method_id: string;
  kobo: number;
  from: string;
  to: string;
};

/** A state and, where the buyer named it, one of its areas. */
export type DeliveryPlace = { state_code: string; lga_code: string | null };

export type DeliveryQuote = {
  /** The name of the place: "Onitsha North" of an area, "Anambra" of a state. */
  place: string;
  /** Whether the owner has entered rates at all; without them the shop's specified texts hold. */
  has_rates: boolean;
  /** The areas that the buyer is asked to choose among: none where the whole state costs the same. */
  areas: { code: string; name: string }[];
  /** Prices differ within the state, and no area was named: there are no options before. */
  needs_area: boolean;
  options: DeliveryOption[];
  grams: number;
};

/** What a buyer chose, as it was shown to him: another price or another day is told before he pays. */
export type ChosenDelivery = { method_id: string; lga_code: string | null; kobo: number; from: string; to: string };

/** Those of the last answer's areas that are in a state: an answer for the state chosen before has none of it. */
export function areasIn(state: StateCode | null, areas: DeliveryQuote["areas"]): DeliveryQuote["areas"] {
  return areas.filter(({ code }) => state !== null && code.startsWith(`${state}-`));
}
