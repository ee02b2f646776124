import { create } from "zustand";
import type { Channel } from "#app/features/payments/rules/transfer.ts";
import { subscribeToWrites } from "#app/lib/browser-store.ts";
import { tryStorage } from "#app/lib/try-storage.ts";
import { NOTICE_KEY, PENDING_KEY } from "./rules/storage-keys.ts";
import type { Contact } from "./schema.ts";

/** A payment in progress, stored in the browser to survive a closed tab or reload. */
export type PendingCheckout = { checkout_id: string; access_token: string | null; reference: string | null };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TOKEN = /^[\w-]{32}$/;
const REFERENCE = /^WH\d{15}$/;

/** Parses the stored checkout; null when invalid. */
export function readPending(storage: Pick<Storage, "getItem">): PendingCheckout | null {
  const value = readStoredJson(storage, PENDING_KEY);
  if (!value) return null;
  const { checkout_id, access_token, reference } = value;
  if (typeof checkout_id !== "string" || !UUID.test(checkout_id)) return null;
  return {
    checkout_id,
    access_token: typeof access_token === "string" && TOKEN.test(access_token) ? access_token : null,
    reference: typeof reference === "string" && REFERENCE.test(reference) ? reference : null,
  };
}

/** The id of this browser's started checkout, or null, also when storage is blocked. */
export function ownCheckout(): string | null {
  return tryStorage(() => readPending(localStorage)?.checkout_id) ?? null;
}

/** The id shared by all payment attempts of the current cart; created by the first. */
export function checkoutId(storage: Storage): string {
  const pending = readPending(storage);
  if (pending) return pending.checkout_id;
  const checkout_id = newId();
  writePending(storage, { checkout_id, access_token: null, reference: null });
  return checkout_id;
}

/** Storage full or blocked: the payment continues but is not remembered. */
export function writePending(storage: Pick<Storage, "setItem">, pending: PendingCheckout): void {
  tryStorage(() => storage.setItem(PENDING_KEY, JSON.stringify(pending)));
}

export function clearPending(storage: Pick<Storage, "removeItem">): void {
  tryStorage(() => storage.removeItem(PENDING_KEY));
}

/** Reports this browser's started checkout, and each that another tab starts, by its id, until `signal` aborts. */
export function followCheckouts(onStart: (checkout_id: string) => void, signal: AbortSignal): void {
  const report = () => {
    const checkout_id = ownCheckout();
    if (checkout_id) onStart(checkout_id);
  };
  report();
  window.addEventListener("storage", ({ key }) => key === PENDING_KEY && report(), { signal });
}

/** Calls `onEnd` when another tab ends this browser's checkout, until `signal` aborts. */
export function subscribeToCheckoutEnd(onEnd: () => void, signal: AbortSignal): void {
  const onStorage = ({ key, newValue }: StorageEvent) => key === PENDING_KEY && newValue === null && onEnd();
  window.addEventListener("storage", onStorage, { signal });
}

/** Notice on all pages about a payment that was in progress when the shopper left. */
export type CheckoutNotice = {
  kind: "placed" | "review" | "reversed" | "waiting";
  reference: string;
  access_token: string;
  order_number: string | null;
  amount_kobo: number;
  channel: string | null;
};

/** In session storage: survives a reload, after which the payment is no longer pending; ends with the tab. */
export const useCheckoutNotice = create<{ notice: CheckoutNotice | null }>(() => ({
  notice: tryStorage(() => readStoredNotice(sessionStorage)) ?? null,
}));

/** Sets or clears the notice of this tab. */
export function setCheckoutNotice(notice: CheckoutNotice | null): void {
  useCheckoutNotice.setState({ notice });
  tryStorage(() =>
    notice ? sessionStorage.setItem(NOTICE_KEY, JSON.stringify(notice)) : sessionStorage.removeItem(NOTICE_KEY),
  );
}

/** How long a newly opened tab, also on a slow phone, still shows a notice announced by another one, in ms. */
const ANNOUNCED_MS = 60_000;

/** Shows `notice` in all tabs, through local storage. */
export function publishCheckoutNotice(notice: CheckoutNotice): void {
  setCheckoutNotice(notice);
  tryStorage(() => localStorage.setItem(NOTICE_KEY, JSON.stringify({ ...notice, announced_at: Date.now() })));
}

/** Closes the notice of this tab; tabs opened later do not show it. */
export function closeCheckoutNotice(): void {
  setCheckoutNotice(null);
  tryStorage(() => localStorage.removeItem(NOTICE_KEY));
}

/** The notice announced by another tab in the last minute, or null; an older one is deleted. */
export function announcedNotice(storage: Pick<Storage, "getItem" | "removeItem">, now: number): CheckoutNotice | null {
  const { announced_at } = readStoredJson(storage, NOTICE_KEY) ?? {};
  if (typeof announced_at === "number" && Math.abs(now - announced_at) < ANNOUNCED_MS) return readStoredNotice(storage);
  storage.removeItem(NOTICE_KEY);
  return null;
}

/** Shows notices announced by other tabs, also recent ones; returns an unsubscribe function. */
export function subscribeToCheckoutNotice(): () => void {
  const take = () => {
    const notice = tryStorage(() => announcedNotice(localStorage, Date.now()));
    if (notice) setCheckoutNotice(notice);
  };
  take();
  return subscribeToWrites(NOTICE_KEY, take);
}

const DRAFT_KEY = "checkout-contact";
export const EMPTY_CONTACT: Contact = {
  name: "",
  email: "",
  phone: "",
  substitute_phone: "",
  address: "",
  city: "",
  state: "",
  postal_code: "",
};

/** A guest's input of the shipping form in this tab (decision 0041). */
export function readContactDraft(): Contact {
  const value = tryStorage(() => readStoredJson(sessionStorage, DRAFT_KEY)) ?? {};
  const entries = Object.keys(EMPTY_CONTACT).map((field) => {
    const text = value[field];
    return [field, typeof text === "string" ? text.slice(0, 300) : ""];
  });
  return Object.fromEntries(entries) as Contact;
}

export function writeContactDraft(contact: Contact): void {
  tryStorage(() => sessionStorage.setItem(DRAFT_KEY, JSON.stringify(contact)));
}

export function clearDraft(): void {
  tryStorage(() => sessionStorage.removeItem(DRAFT_KEY));
}

const CHANNEL_KEY = "checkout-channel";

/** The way to pay that was used last in this browser; at first, bank transfer. */
export function lastChannel(): Channel {
  return tryStorage(() => localStorage.getItem(CHANNEL_KEY)) === "popup" ? "popup" : "transfer";
}

/** Stores the way to pay that was used, for the next checkout in this browser. */
export function storeChannel(channel: Channel): void {
  tryStorage(() => localStorage.setItem(CHANNEL_KEY, channel));
}

const PAID_KEY = "checkout-paid";

/** Marks the order of `token` as just paid in this tab: its page may redirect home once. */
export function markJustPaid(token: string): void {
  tryStorage(() => sessionStorage.setItem(PAID_KEY, token));
}

/** The same for the payment in progress in this browser, if there is one. */
export function markPaidHere(): void {
  const token = tryStorage(() => readPending(localStorage)?.access_token);
  if (token) markJustPaid(token);
}

/** Whether this tab has just paid the order of `token`; true only on the first call. */
export function takeJustPaid(token: string): boolean {
  return (
    tryStorage(() => {
      const isThis = sessionStorage.getItem(PAID_KEY) === token;
      if (isThis) sessionStorage.removeItem(PAID_KEY);
      return isThis;
    }) ?? false
  );
}

function readStoredNotice(storage: Pick<Storage, "getItem">): CheckoutNotice | null {
  const notice = readStoredJson(storage, NOTICE_KEY);
  const isWhole =
    notice &&
    typeof notice["kind"] === "string" &&
    REFERENCE.test(String(notice["reference"])) &&
    TOKEN.test(String(notice["access_token"])) &&
    Number.isSafeInteger(notice["amount_kobo"]);
  return isWhole ? (notice as CheckoutNotice) : null;
}

function readStoredJson(storage: Pick<Storage, "getItem">, key: string): Record<string, unknown> | null {
  return (
    tryStorage(() => {
      const value: unknown = JSON.parse(storage.getItem(key) ?? "null");
      return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
    }) ?? null
  );
}

/** `crypto.randomUUID` exists only in secure contexts, which a shop on a local network address is not. */
function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
