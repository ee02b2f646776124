/** A figure in the current and the previous 30 days; `total` is the all-time value. */
export type Figure = { total: number; now: number; before: number };

/** Orders and revenue of one Lagos day. */
export type Day = { day: string; orders: number; kobo: number };

/** Change in percent, rounded to one decimal ("+12.5%"); null without a previous value. */
export function growth({ now, before }: Pick<Figure, "now" | "before">): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 1000) / 10 : null;
}

/** Percentage of started checkouts that became orders; null when there were none. */
export function conversion({ ordered, abandoned }: { ordered: number; abandoned: number }): number | null {
  const started = ordered + abandoned;
  return started > 0 ? Math.round((ordered / started) * 1000) / 10 : null;
}

export const NO_DATA = "no data yet";

/** "+12.5%", "-3%", or "no data yet". */
export function percentText(percent: number | null, signed = true): string {
  if (percent === null) return NO_DATA;
  return `${signed && percent > 0 ? "+" : ""}${percent.toLocaleString("en-NG")}%`;
}

/** What the conversion means, in words: "63.5% of the checkouts begun in 30 days became orders". */
export function conversionWords({ now, before }: { now: number | null; before: number | null }): string {
  if (now === null) return `Conversion of checkouts: ${NO_DATA}`;
  const earlier = before === null ? "" : ` (before: ${percentText(before, false)})`;
  return `Conversion: ${percentText(now, false)} of the checkouts begun in 30 days became orders${earlier}`;
}

/** Badge tone of a status on the overview: Completed, Processing and Shipped are coloured, others neutral. */
export function overviewTone(status: string): "good" | "info" | "low" | "neutral" {
  if (status === "completed") return "good";
  if (status === "processing") return "info";
  return status === "shipped" ? "low" : "neutral";
}

/** Days of a chart, oldest first, with zeros for missing days. `last` is a Lagos date (2026-11-22). */
export function fillDays(found: readonly Day[], last: string, count = 30): Day[] {
  const byDay = new Map(found.map((day) => [day.day, day]));
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(end - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, orders: 0, kobo: 0 };
  });
}

/** A round number not below `most`, for the top of an axis. */
export function axisTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= most) ?? 10;
  return step * power;
}
