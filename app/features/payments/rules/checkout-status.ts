import type { HeldProduct } from "../queries/holds.server.ts";

/** By priority: a checkout has the first of these states that one of its attempts has. */
export const CHECKOUT_STATES = ["paid", "review", "reversed", "pending", "unconfirmed", "failed", "closed"] as const;

type Goods = { id: string; quantity: number }[];

/**
 * `none`: no payment was started. `review`: paid, an admin must decide. `reversed`: the money was returned and there is
 * no order. The others are those of `checkPayment`.
 */
export type CheckoutStatus =
  | { state: "none"; held: HeldProduct[]; held_until: number }
  | {
      state: (typeof CHECKOUT_STATES)[number];
      reference: string;
      access_token: string;
      /** Of the page with the account number, while a transfer is awaited. */
      pay_token: string | null;
      amount_kobo: number;
      channel: string | null;
      order_number: string | null;
      /** Items that the payment is for. */
      lines: Goods;
      /** Stock held by the open attempts, until a time in ms since the epoch. */
      held: HeldProduct[];
      held_until: number;
    };
