/** A stored backup; `at` is when it was begun. */
export type StoredBackup = { name: string; bytes: number; at: Date };

const DAYS = 7;
/** The current one and four before it. */
const WEEKS = 5;
/** Kept whatever their days: several of one day may be before and after an upgrade. */
const NEWEST = 3;

const DAY_MS = 86_400_000;
/** Lagos is an hour before UTC all year. */
const LAGOS_MS = 3_600_000;
/** January 1, 1970 was a Thursday: weeks begin with Monday. */
const MONDAY_DAYS = 3;

/** "oja-20261125-013000.oja": the time in UTC, so that names sort by time. */
export function backupName(at: Date): string {
  return `oja-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}.oja`;
}

/** The time in a name of `backupName`; null for every other file. */
export function timeOfName(name: string): Date | null {
  const parts = /^oja-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.oja$/.exec(name)?.slice(1);
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/**
 * The backups to delete, when a new one is there. Kept are the newest three, the newest of each of the last seven days
 * that have one, and the newest of each of the last five such weeks: missed nights delete nothing.
 */
export function expiredBackups<Backup extends Pick<StoredBackup, "at">>(backups: readonly Backup[]): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const day = ({ at }: Backup) => Math.floor((at.getTime() + LAGOS_MS) / DAY_MS);
  const week = (backup: Backup) => Math.floor((day(backup) + MONDAY_DAYS) / 7);
  const kept = new Set([
    ...newestFirst.slice(0, NEWEST),
    ...firstOfEach(newestFirst, day, DAYS),
    ...firstOfEach(newestFirst, week, WEEKS),
  ]);
  return newestFirst.filter((backup) => !kept.has(backup));
}

function firstOfEach<Item>(items: readonly Item[], groupOf: (item: Item) => number, most: number): Item[] {
  const found = new Map<number, Item>();
  for (const item of items) {
    const group = groupOf(item);
    if (!found.has(group) && found.size < most) found.set(group, item);
  }
  return [...found.values()];
}
