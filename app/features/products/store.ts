import { tryStorage } from "#app/lib/try-storage.ts";
import { isUuid } from "#app/lib/uuid.ts";

export const SEEN_KEY = "seen-storage";
/** Maximum number of remembered products. */
export const MAX_SEEN = 8;

/** Ids of the products viewed last in this browser, newest first; empty if storage is unavailable or invalid. */
export function readSeen(): string[] {
  const stored = tryStorage((): unknown => JSON.parse(localStorage.getItem(SEEN_KEY) ?? "[]"));
  if (!Array.isArray(stored)) return [];
  return stored.filter((id): id is string => typeof id === "string" && isUuid(id)).slice(0, MAX_SEEN);
}

/** Stores a product as viewed last. */
export function recordSeen(id: string): void {
  const ids = [id, ...readSeen().filter((other) => other !== id)].slice(0, MAX_SEEN);
  tryStorage(() => localStorage.setItem(SEEN_KEY, JSON.stringify(ids)));
}
