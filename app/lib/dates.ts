/**
 * All dates of the shop, also in mails, are formatted here: the day in Lagos, identical on the server and in every
 * browser.
 */
function lagosFormats() {
  const timeZone = "Africa/Lagos";
  // Made for the first date only: it blocks a slow phone for 40 ms, and most first pages show none.
  formats ??= {
    day: new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }),
    short: new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone }),
    time: new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }),
  };
  return formats;
}
let formats: Record<"day" | "short" | "time", Intl.DateTimeFormat> | undefined;

/** "November 20, 2026"; "N/A" for a missing or invalid date. */
export function formatDate(date: Date | string | null | undefined): string {
  const day = readDate(date);
  return day ? lagosFormats().day.format(day) : "N/A";
}

/** "November 20, 2026, 14:05", composed here because separators differ by browser; "N/A" like `formatDate`. */
export function formatDateTime(date: Date | string | null | undefined): string {
  const day = readDate(date);
  return day ? `${lagosFormats().day.format(day)}, ${lagosFormats().time.format(day)}` : "N/A";
}

/** "Nov 20, 2026", for the rows of tables; "N/A" like `formatDate`. */
export function formatShortDate(date: Date | string | null | undefined): string {
  const day = readDate(date);
  return day ? lagosFormats().short.format(day) : "N/A";
}

/** "14:05"; "N/A" like `formatDate`. */
export function formatTime(date: Date | string | null | undefined): string {
  const day = readDate(date);
  return day ? lagosFormats().time.format(day) : "N/A";
}

/** The day in Lagos (UTC+1 all year) of a time, as a date field has it: "2026-11-20". */
export function lagosDay(time: Date): string {
  return new Date(time.getTime() + 3_600_000).toISOString().slice(0, 10);
}

function readDate(date: Date | string | null | undefined): Date | null {
  const day = date ? new Date(date) : null;
  return day && !Number.isNaN(day.getTime()) ? day : null;
}
