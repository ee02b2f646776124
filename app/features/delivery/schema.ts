import { z } from "zod";
import { MAX_PRICE_KOBO, NAIRA_PROBLEM, parseNaira, readCount } from "#app/lib/money.ts";
import { DELIVERY_KINDS, type ChosenDelivery, type WeightBand } from "./rules.ts";
import { readPlaceLines } from "./rules/place-lines.ts";

const MOST_BANDS = 30;
const MOST_CLOSED = 200;
const MAX_KG = 100_000;

const line = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`);
const naira = z
  .string()
  .trim()
  .transform((text, { issues }) => {
    if (text === "") return null;
    const kobo = parseNaira(text);
    if (kobo !== null && kobo <= MAX_PRICE_KOBO) return kobo;
    issues.push({ code: "custom", input: text, message: NAIRA_PROBLEM });
    return z.NEVER;
  });
const days = z
  .string()
  .trim()
  .transform((text, { issues }) => {
    const count = readCount(text);
    if (count !== null && count <= 90) return count;
    issues.push({ code: "custom", input: text, message: "A whole number of working days from 0 to 90." });
    return z.NEVER;
  });

/** The form of a zone: its name, and its places one a line. */
export const zoneForm = z.object({
  name: line(80).min(1, "A zone needs a name."),
  places: z
    .string()
    .max(40_000, "That is more text than all places of Nigeria.")
    .transform((text, { issues }) => {
      const read = readPlaceLines(text);
      const message = read.ok ? "A zone needs at least one place." : read.message;
      if (read.ok && read.places.length > 0) return read.places;
      issues.push({ code: "custom", input: text, message });
      return z.NEVER;
    }),
});

const BAND = "is not a weight and a price: write 10 = 2,500 for up to 10 kg at ₦2,500.";

/** Reads weight bands, "10 = 2,500" for up to 10 kg at ₦2,500, one a line. */
const bands = z.string().transform((text, { issues }) => {
  const refuse = (message: string) => {
    issues.push({ code: "custom", input: text, message });
    return z.NEVER;
  };
  const read: WeightBand[] = [];
  for (const [at, row] of text.split("\n").entries()) {
    if (row.trim() === "") continue;
    const [, weight = "", price = ""] = /^\s*([\d.,]+)\s*(?:kg)?\s*[=:]\s*(.+)$/i.exec(row) ?? [];
    const kg = /^\d{1,6}(\.\d{1,3})?$/.test(weight.replaceAll(",", "")) ? Number(weight.replaceAll(",", "")) : 0;
    const kobo = parseNaira(price.trim());
    if (kg <= 0 || kg > MAX_KG || kobo === null || kobo > MAX_PRICE_KOBO) return refuse(`Line ${at + 1} ${BAND}`);
    const upto_grams = Math.round(kg * 1000);
    const before = read.at(-1);
    if (before && upto_grams <= before.upto_grams)
      return refuse(`Line ${at + 1}: each weight must be above the one before.`);
    if (before && kobo < before.kobo) return refuse(`Line ${at + 1}: a heavier cart may not cost less.`);
    read.push({ upto_grams, kobo });
  }
  if (read.length === 0) return refuse("A method needs at least one weight with its price.");
  return read.length > MOST_BANDS ? refuse(`At most ${MOST_BANDS} weights.`) : read;
});

/** The form of a method. Amounts are naira as text and kobo as values, the cut-off "14:00" and minutes. */
export const methodForm = z
  .object({
    kind: z.enum(DELIVERY_KINDS, "Please choose a kind."),
    name: line(80).min(1, "A method needs a name."),
    carrier: line(80),
    address: line(200),
    bands,
    extra_kg_kobo: naira,
    free_from_kobo: naira.refine((kobo) => kobo !== 0, "Leave it empty, or enter an amount above 0."),
    min_days: days,
    max_days: days,
    cutoff_minute: z
      .string()
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "A time such as 14:00.")
      .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))),
    active: z.string().transform((text) => text === "1"),
  })
  .refine(({ min_days, max_days }) => min_days <= max_days, {
    path: ["max_days"],
    message: "The last day cannot be before the first.",
    // Also beside errors of other fields.
    when: ({ value }) => z.object({ min_days: z.int(), max_days: z.int() }).safeParse(value).success,
  });

/**
 * The form of the calendar: a check box for each ISO day of the week ("day_1" for Monday), closed dates one a line, and
 * the weight of goods without one in grams.
 */
export const calendarForm = z
  .object({
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`day_${day}`, z.string().default("")])),
    closed_dates: z.string().transform((text, { issues }) => {
      const dates = [...new Set(text.split(/\s+/).filter(Boolean))].toSorted();
      const wrong = dates.find((date) => !isDate(date));
      if (wrong === undefined && dates.length <= MOST_CLOSED) return dates;
      const message = wrong
        ? `“${wrong.slice(0, 30)}” is not a date: write 2026-12-25.`
        : `At most ${MOST_CLOSED} dates.`;
      issues.push({ code: "custom", input: text, message });
      return z.NEVER;
    }),
    fallback_grams: z
      .string()
      .trim()
      .transform((text, { issues }) => {
        const grams = readCount(text);
        if (grams !== null && grams > 0 && grams <= MAX_KG * 1000) return grams;
        issues.push({ code: "custom", input: text, message: "A whole number of grams above 0." });
        return z.NEVER;
      }),
  })
  .transform((values, { issues }) => {
    const fields: Record<string, unknown> = values;
    const working_days = [1, 2, 3, 4, 5, 6, 7].filter((day) => fields[`day_${day}`] === "1");
    if (working_days.length === 0) {
      const message = "Goods need at least one day a week to move.";
      issues.push({ code: "custom", input: values, path: ["day_1"], message });
    }
    return { working_days, closed_dates: values.closed_dates, fallback_grams: values.fallback_grams };
  });

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** What a checkout sends of the chosen delivery: its method and area, the price shown in kobo, and the promised days. */
export const chosenDelivery = z.object({
  method_id: z.uuid(),
  lga_code: z.string().max(5).nullable(),
  kobo: z.int().min(0),
  from: z.iso.date(),
  to: z.iso.date(),
}) satisfies z.ZodType<ChosenDelivery>;
