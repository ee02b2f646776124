const MINUTE = 60_000;

/** How a payment is made: in the provider's window, or by transfer to the account number on the shop's own page. */
export const CHANNELS = ["popup", "transfer"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Smallest amount that the provider accepts by transfer, in kobo. */
export const MIN_TRANSFER_KOBO = 10_000;

/** How long an account number is valid. The provider takes 15 minutes to 8 hours. */
export const ACCOUNT_MINUTES = 30;
/** How long goods are held for a transfer: the account's time, and 15 minutes for banks that report late. */
export const TRANSFER_HOLD_MINUTES = 45;

/** The end of an account number that is requested at `now`. */
export function accountEnd(now: Date): Date {
  return new Date(now.getTime() + ACCOUNT_MINUTES * MINUTE);
}

/** Minutes for which goods are held; `shop_minutes` is the shop's setting. */
export function holdMinutes(channel: Channel, shop_minutes: number): number {
  return channel === "transfer" ? Math.max(TRANSFER_HOLD_MINUTES, shop_minutes) : shop_minutes;
}

type Sender = { sender: string; last4: string };

/**
 * Whether a paid transfer may be the one that a buyer describes: the end of the account number fits, of which the
 * provider may know three digits, or all words of the name (of three letters or more) are in the sender's name.
 */
export function isSameSender(typed: Sender, paid: Sender): boolean {
  if (typed.last4 !== "" && paid.last4 !== "" && typed.last4.endsWith(paid.last4)) return true;
  const words = wordsOf(typed.sender).filter(({ length }) => length >= 3);
  const known = wordsOf(paid.sender);
  return words.length > 0 && words.every((word) => known.includes(word));
}

function wordsOf(name: string): string[] {
  const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^a-z]+/).filter((word) => word !== "");
}

/** Days for which searches are kept, and for which a payment can be searched. */
export const SEARCH_DAYS = 90;
