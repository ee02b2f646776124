/** One figure now and in the 30 days before them; `total` is of all time. */
export type Figure = { total: number; now: number; before: number };

/** One day in Lagos with what was paid on it. */
export type Day = { day: string; orders: number; kobo: number };

/** Change in per cent, rounded to one place ("+12.5 %"); null when there is nothing to compare with. */
export function growth({ now, before }: Pick<Figure, "now" | "before">): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 1000) / 10 : null;
}

/** Share of begun checkouts that became orders, in per cent; null when none was begun. */
export function conversion({ ordered, givenUp }: { ordered: number; givenUp: number }): number | null {
  const begun = ordered + givenUp;
  return begun > 0 ? Math.round((ordered / begun) * 1000) / 10 : null;
}

export const NO_DATA = "no data yet";

/** "+12.5 %", "-3 %", or "no data yet". */
export function percentText(percent: number | null, signed = true): string {
  if (percent === null) return NO_DATA;
  return `${signed && percent > 0 ? "+" : ""}${percent.toLocaleString("en-NG")} %`;
}

/** The badge of a status on the overview: Completed, Processing and Shipped are coloured, others neutral. */
export function overviewTone(status: string): "good" | "info" | "low" | "neutral" {
  if (status === "completed") return "good";
  if (status === "processing") return "info";
  return status === "shipped" ? "low" : "neutral";
}

/** The days of a chart, oldest first, with zeros where nothing was paid. `last` is a day in Lagos (2026-11-22). */
export function fillDays(found: readonly Day[], last: string, count = 30): Day[] {
  const byDay = new Map(found.map((day) => [day.day, day]));
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(end - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, orders: 0, kobo: 0 };
  });
}

/** A round number at or above `most`, for the top of an axis. */
export function axisTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= most) ?? 10;
  return step * power;
}
