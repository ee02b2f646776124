import { isUuid } from "#app/lib/uuid.ts";

export const SEEN_KEY = "seen-storage";
/** Maximum number of remembered products. */
export const MAX_SEEN = 8;

/** Ids of the products viewed last in this browser, newest first; empty if storage is unavailable or invalid. */
export function readSeen(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SEEN_KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((id): id is string => typeof id === "string" && isUuid(id)).slice(0, MAX_SEEN);
  } catch {
    return [];
  }
}

/** Stores a product as viewed last. */
export function recordSeen(id: string): void {
  const ids = [id, ...readSeen().filter((other) => other !== id)].slice(0, MAX_SEEN);
  try {
    localStorage.setItem(SEEN_KEY, JSON.stringify(ids));
  } catch {
    // Storage full or blocked: the history is not updated.
  }
}
