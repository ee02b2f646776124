/** What the browser remembers of a payment under way, so that a closed tab or a reload loses nothing. */
export type PendingCheckout = { checkout_id: string; access_token: string | null; reference: string | null };

const KEY = "checkout-storage";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TOKEN = /^[\w-]{32}$/;
const REFERENCE = /^WH\d{15}$/;

/** Reads what is stored; anything that is not exactly right counts as nothing. */
export function readPending(storage: Pick<Storage, "getItem">): PendingCheckout | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { checkout_id, access_token, reference } = value as Record<string, unknown>;
    if (typeof checkout_id !== "string" || !UUID.test(checkout_id)) return null;
    return {
      checkout_id,
      access_token: typeof access_token === "string" && TOKEN.test(access_token) ? access_token : null,
      reference: typeof reference === "string" && REFERENCE.test(reference) ? reference : null,
    };
  } catch {
    return null;
  }
}

/** The id of the checkout that this browser has begun, or null; also where storage is blocked. */
export function ownCheckout(): string | null {
  try {
    return readPending(localStorage)?.checkout_id ?? null;
  } catch {
    return null;
  }
}

/** The id that all attempts to pay for the present cart share; made at the first of them. */
export function checkoutId(storage: Storage): string {
  const pending = readPending(storage);
  if (pending) return pending.checkout_id;
  const checkout_id = newId();
  writePending(storage, { checkout_id, access_token: null, reference: null });
  return checkout_id;
}

export function writePending(storage: Pick<Storage, "setItem">, pending: PendingCheckout): void {
  try {
    storage.setItem(KEY, JSON.stringify(pending));
  } catch {
    // Full or forbidden storage: the payment goes on, only its memory is shorter.
  }
}

export function clearPending(storage: Pick<Storage, "removeItem">): void {
  storage.removeItem(KEY);
}

/** `crypto.randomUUID` exists only on secure origins; a shop on a local network address has none. */
function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
