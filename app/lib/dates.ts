/** The shop's one way to write dates, in mails too: the day in Lagos, the same on the server and in every browser. */
const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "Africa/Lagos" });
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "Africa/Lagos" });

/** "November 20, 2026"; "N/A" for no date or a text that is none. */
export function formatDate(date: Date | string | null | undefined): string {
  const day = readDate(date);
  return day ? DATE.format(day) : "N/A";
}

/** "November 20, 2026, 14:05", put together here because joining words differ by browser; "N/A" like `formatDate`. */
export function formatDateTime(date: Date | string | null | undefined): string {
  const day = readDate(date);
  return day ? `${DATE.format(day)}, ${TIME.format(day)}` : "N/A";
}

function readDate(date: Date | string | null | undefined): Date | null {
  const day = date ? new Date(date) : null;
  return day && !Number.isNaN(day.getTime()) ? day : null;
}
