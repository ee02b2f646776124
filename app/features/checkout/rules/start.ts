import type { CheckedCart } from "#app/features/cart/queries.server.ts";
import type { DeliveryQuote } from "#app/features/delivery/rules.ts";
import { START_STATUS, type StartAttemptResult } from "#app/features/payments/rules/start.ts";
import type { ContactErrors } from "../schema.ts";

/** Why the payment of a cart is not started. */
export type CartRefusal =
  | { ok: false; reason: "cart_changed"; message: string; cart: CheckedCart }
  | { ok: false; reason: "delivery_changed"; message: string; quote: DeliveryQuote }
  | { ok: false; reason: "amount"; message: string }
  | { ok: false; reason: "refused"; message: string }
  | { ok: false; reason: "invalid"; message: string; errors: ContactErrors };

export type StartResult = StartAttemptResult | CartRefusal;

/** HTTP status of each reason why the payment of a cart is not started. */
export const CART_STATUS = { ...START_STATUS, cart_changed: 409, delivery_changed: 409, amount: 422 } as const;
