import { z } from "zod";
import { isStorable } from "#app/lib/storable.ts";

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Please use at most ${most} characters.`)
    .refine(isStorable, "This text has characters that cannot be stored.");

const reference = z.string().regex(/^[\w.=-]{1,100}$/);

/**
 * What an admin sends to give money back. `request_id` is drawn by the form, so that a repeat is the same refund;
 * `seen_refunded_kobo` is what the form showed as gone back, so that another admin's refund in between is noticed.
 * Without `amount_kobo` the lines decide.
 */
export const refundInput = z.object({
  request_id: z.guid(),
  reference,
  lines: z
    .array(z.object({ item_id: z.guid(), quantity: z.number().int().min(0), restock: z.number().int().min(0) }))
    .max(500)
    .default([]),
  amount_kobo: z.number().int().positive().optional(),
  reason: text(300).min(1, "Please say why the money goes back."),
  seen_refunded_kobo: z.number().int().min(0),
  tell: z.boolean().default(false),
  message: text(600).default(""),
});

/** What an admin notes on a payment of the board, by the id of its review or of its event. */
export const noteInput = z.object({ id: z.guid(), note: text(600).default("") });

export const referenceInput = z.object({ reference });
