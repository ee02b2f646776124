import { isUuid } from "#app/lib/uuid.ts";

export const SEEN_KEY = "seen-storage";
/** Most products that are remembered. */
export const MAX_SEEN = 8;

/** The ids of the products that this browser looked at last, newest first; nothing when storage is blocked or broken. */
export function readSeen(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SEEN_KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((id): id is string => typeof id === "string" && isUuid(id)).slice(0, MAX_SEEN);
  } catch {
    return [];
  }
}

/** Remembers a product as the one looked at last. */
export function recordSeen(id: string): void {
  const ids = [id, ...readSeen().filter((other) => other !== id)].slice(0, MAX_SEEN);
  try {
    localStorage.setItem(SEEN_KEY, JSON.stringify(ids));
  } catch {
    // Full or forbidden storage: there is only nothing to show later.
  }
}
