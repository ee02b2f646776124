import { subtotal } from "#app/features/pricing/rules.ts";
import { lagosDay } from "#app/lib/dates.ts";
import type { DeliveryCalendar, DeliveryMethod, DeliveryOption } from "../rules.ts";

/** What is sent: weight in grams, value in kobo, and the working days that its slowest supplier needs. */
export type QuotedGoods = { grams: number; items_kobo: number; lead_days: number };

/** Price in kobo, or null for goods that the method is too small for. A heavier cart of the same value never costs less. */
export function deliveryPrice(method: DeliveryMethod, { grams, items_kobo }: QuotedGoods): number | null {
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
  goods: QuotedGoods,
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

/** Whether goods leave and arrive on a day ("2026-11-26"). */
export function isWorkingDay(day: string, { working_days, closed_dates }: DeliveryCalendar): boolean {
  return working_days.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7) && !closed_dates.includes(day);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Minutes since midnight in Lagos, UTC+1 all year. */
function minuteOfDay(now: Date): number {
  return ((now.getUTCHours() + 1) % 24) * 60 + now.getUTCMinutes();
}
