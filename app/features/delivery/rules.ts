import { subtotal } from "#app/features/pricing/rules.ts";
import { lagosDay } from "#app/lib/dates.ts";
import { placeName } from "#app/lib/lgas.ts";

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

/** What is sent: weight in grams, value in kobo, and the working days that its slowest supplier needs. */
export type Goods = { grams: number; items_kobo: number; lead_days: number };

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
  /** Whether an area of the state has rates of its own, so that the buyer is asked for it. */
  asks_lga: boolean;
  options: DeliveryOption[];
  grams: number;
};

/** What a buyer chose, as it was shown to him: another price or another day is told before he pays. */
export type ChosenDelivery = { method_id: string; lga_code: string | null; kobo: number; from: string; to: string };

/** Price in kobo, or null for goods that the method is too small for. A heavier cart of the same value never costs less. */
export function deliveryPrice(method: DeliveryMethod, { grams, items_kobo }: Goods): number | null {
  const last = method.bands.at(-1);
  if (!last) return null;
  const band = method.bands.find(({ upto_grams }) => grams <= upto_grams);
  if (!band && method.extra_kg_kobo === null) return null;
  if (method.free_from_kobo !== null && items_kobo >= method.free_from_kobo) return 0;
  if (band) return band.kobo;
  return last.kobo + subtotal(method.extra_kg_kobo ?? 0, Math.ceil((grams - last.upto_grams) / 1000));
}

/** First and last day of arrival of an order of now; both are working days, in Lagos. */
export function promisedDays(
  { min_days, max_days, cutoff_minute }: Pick<DeliveryMethod, "min_days" | "max_days" | "cutoff_minute">,
  leadDays: number,
  now: Date,
  calendar: DeliveryCalendar,
): { from: string; to: string } {
  const today = lagosDay(now);
  const isLate = !isWorkingDay(today, calendar) || minuteOfDay(now) >= cutoff_minute;
  const leaves = workingDaysAfter(today, leadDays + (isLate ? 1 : 0), calendar);
  return { from: workingDaysAfter(leaves, min_days, calendar), to: workingDaysAfter(leaves, max_days, calendar) };
}

/** The methods that carry the goods, with price and days, in the owner's order. */
export function deliveryOptions(
  methods: readonly DeliveryMethod[],
  goods: Goods,
  now: Date,
  calendar: DeliveryCalendar,
): DeliveryOption[] {
  return methods.flatMap((method) => {
    const kobo = deliveryPrice(method, goods);
    if (kobo === null) return [];
    const { id: method_id, kind, name, carrier, address } = method;
    return [{ method_id, kind, name, carrier, address, kobo, ...promisedDays(method, goods.lead_days, now, calendar) }];
  });
}

/** "Motor park: Upper Iweka (GUO) to Onitsha North, Anambra": the chosen delivery, as an order keeps it. */
export function deliveryText(
  option: Pick<DeliveryOption, "kind" | "name" | "carrier" | "address">,
  place: string,
): string {
  const carrier = option.carrier === "" ? "" : ` (${option.carrier})`;
  const address = option.address === "" ? "" : `, ${option.address}`;
  const to = option.kind === "pickup" ? "" : `, to ${placeName(place)}`;
  return `${KIND_NAMES[option.kind]}: ${option.name}${carrier}${address}${to}`;
}

/** The end of a closed period longer than any that is meant. */
const MOST_DAYS = 1000;

function workingDaysAfter(day: string, count: number, calendar: DeliveryCalendar): string {
  let [found, left] = [day, count];
  for (let days = 0; left > 0 && days < MOST_DAYS; days += 1) {
    found = dayAfter(found);
    if (isWorkingDay(found, calendar)) left -= 1;
  }
  return found;
}

function isWorkingDay(day: string, { working_days, closed_dates }: DeliveryCalendar): boolean {
  return working_days.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7) && !closed_dates.includes(day);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Minutes since midnight in Lagos, UTC+1 all year. */
function minuteOfDay(now: Date): number {
  return ((now.getUTCHours() + 1) % 24) * 60 + now.getUTCMinutes();
}
