import type { FormValues } from "#app/lib/forms.ts";
import { nairaText } from "#app/lib/money.ts";
import { USUAL_CALENDAR, type DeliveryCalendar, type DeliveryMethod } from "../rules.ts";
import { placeLines } from "./place-lines.ts";

export const DELIVERY_PATH = "/admin/delivery";
export const RATES_FILE = `${DELIVERY_PATH}/rates.csv`;

/** The subject of the calendar's history. */
export const CALENDAR = "delivery-calendar";

export const zoneHref = (id: string) => `${DELIVERY_PATH}/zones/${id}`;
export const methodHref = (id: string) => `${DELIVERY_PATH}/methods/${id}`;
export const newMethodHref = (zoneId: string) => `${zoneHref(zoneId)}/new`;

/** A zone as form values. */
export function zoneValues(zone: { name: string; places: readonly string[] }): FormValues {
  return { name: zone.name, places: placeLines(zone.places) };
}

export const NEW_ZONE = zoneValues({ name: "", places: [] });

const naira = (kobo: number | null) => (kobo === null ? "" : nairaText(kobo));
const two = (number: number) => String(number).padStart(2, "0");

/** "14:00" of minutes since midnight. */
export function clockText(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A method as form values. */
export function methodValues(method: Omit<DeliveryMethod, "id"> & { active: boolean }): FormValues {
  return {
    kind: method.kind,
    name: method.name,
    carrier: method.carrier,
    address: method.address,
    bands: method.bands.map(({ upto_grams, kobo }) => `${upto_grams / 1000} = ${nairaText(kobo)}`).join("\n"),
    extra_kg_kobo: naira(method.extra_kg_kobo),
    free_from_kobo: naira(method.free_from_kobo),
    min_days: String(method.min_days),
    max_days: String(method.max_days),
    cutoff_minute: clockText(method.cutoff_minute),
    active: method.active ? "1" : "",
  };
}

export const NEW_METHOD = methodValues({
  kind: "door",
  name: "",
  carrier: "",
  address: "",
  bands: [],
  extra_kg_kobo: null,
  free_from_kobo: null,
  min_days: 1,
  max_days: 3,
  cutoff_minute: 14 * 60,
  active: true,
});

/** The calendar as form values. */
export function calendarValues(calendar: DeliveryCalendar = USUAL_CALENDAR): FormValues {
  const { working_days, closed_dates, fallback_grams } = calendar;
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => [`day_${day}`, working_days.includes(day) ? "1" : ""]);
  return { ...Object.fromEntries(days), closed_dates: closed_dates.join("\n"), fallback_grams: String(fallback_grams) };
}
