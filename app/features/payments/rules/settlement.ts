/**
 * `paid`: the order exists. `review`: paid, but an admin must decide. `pending`: may still be paid. `failed`: not paid,
 * can be retried. `closed`: not paid and no longer tracked. `unconfirmed`: no response from the provider. `unknown`: no
 * such attempt. `channel` is the provider's name of the payment method.
 */
export type SettleResult =
  | { state: "paid"; order_id: string; first: boolean }
  | { state: "review"; reason: string }
  | { state: "pending" | "failed" | "closed"; message: string | null; channel: string | null }
  | { state: "unconfirmed" | "unknown" };
