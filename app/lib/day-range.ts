const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Thu 26 to Sat 28 Nov", "Mon 30 Nov to Wed 2 Dec", "Thu 26 Nov": two days such as "2026-11-26", in order. */
export function formatDays(from: string, to: string): string {
  const [[firstDay, firstMonth], [lastDay, lastMonth]] = [from, to].map((day) => {
    const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
    return [`${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()}`, MONTHS[date.getUTCMonth()]];
  }) as [[string, string], [string, string]];
  const last = `${lastDay} ${lastMonth}`;
  if (from.slice(0, 10) === to.slice(0, 10)) return last;
  return `${firstDay}${firstMonth === lastMonth ? "" : ` ${firstMonth}`} to ${last}`;
}
