import { formatCount } from "#app/lib/money.ts";

const HOUR_S = 3_600;
const DAY_S = 86_400;

/** A duration in seconds in its largest unit: "5 minutes", "3 days". */
export function ageText(seconds: number): string {
  const [size, unit] =
    seconds >= 2 * DAY_S
      ? [DAY_S, "day"]
      : seconds >= HOUR_S
        ? [HOUR_S, "hour"]
        : seconds >= 60
          ? [60, "minute"]
          : [1, "second"];
  const count = Math.floor(seconds / size);
  return `${formatCount(count)} ${unit}${count === 1 ? "" : "s"}`;
}

/** A size in decimal units: "512 kB", "1.5 GB". */
export function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
