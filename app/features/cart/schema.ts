import { z } from "zod";
import { MAX_LINES, MAX_QUANTITY } from "./rules.ts";

/** A submitted cart line; its price in kobo is only used to detect changes. */
export const cartLineSchema = z.object({
  id: z.guid("Each line needs the id of a product."),
  quantity: z
    .int("Quantities are whole numbers.")
    .min(1, "Quantities start at 1.")
    .max(MAX_QUANTITY, "That quantity is too large."),
  price_kobo: z.int("Prices are whole kobo.").min(0, "Prices are not negative.").optional(),
});

/** Lines of a cart check or checkout: id, quantity in sold units, and the price the browser showed, in kobo. */
export const cartLinesSchema = z
  .array(cartLineSchema, "Send the lines of the cart as a list.")
  .min(1, "The cart is empty.")
  .max(MAX_LINES, `A cart holds at most ${MAX_LINES} products.`);

/** `checkout_id` is this browser's checkout, whose holds count as available. */
export const cartCheckSchema = z.object(
  { lines: cartLinesSchema, checkout_id: z.uuid("The checkout's id is not valid.").optional() },
  "Send the lines of the cart.",
);
