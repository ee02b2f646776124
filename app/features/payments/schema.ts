import { z } from "zod";
import { MAX_AMOUNT_KOBO, NAIRA_PROBLEM, parseNaira } from "#app/lib/money.ts";
import { isStorable } from "#app/lib/storable.ts";
import { SEARCH_DAYS } from "./rules/transfer.ts";

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Please use at most ${most} characters.`)
    .refine(isStorable, "This text has characters that cannot be stored.");

const reference = z.string().regex(/^[\w.=-]{1,100}$/);

/**
 * Input of a refund. `request_id` comes from the form and makes repeats idempotent; `seen_refunded_kobo` is the
 * refunded amount on screen, which detects a concurrent refund. Without `amount_kobo` the lines determine the amount.
 */
export const refundInput = z.object({
  request_id: z.guid(),
  reference,
  lines: z
    .array(
      z.object({
        item_id: z.number().int().positive(),
        quantity: z.number().int().min(0),
        restock: z.number().int().min(0),
      }),
    )
    .max(500)
    .default([]),
  amount_kobo: z.number().int().positive().optional(),
  reason: text(300).min(1, "Please give a reason for the refund."),
  seen_refunded_kobo: z.number().int().min(0),
  notify: z.boolean().default(false),
  message: text(600).default(""),
});

/** Note of an admin on a review of the board. */
export const reviewNoteInput = z.object({ id: z.guid(), note: text(600).default("") });

/** Note of an admin on a reported payment without an order, or on a search, by its number. */
export const eventNoteInput = reviewNoteInput.extend({
  id: z.coerce
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});

export const referenceInput = z.object({ reference });

const senderSchema = z.object({ last4: z.string(), sender: z.string() });

/**
 * Input of "Find my payment": an amount in naira, day and hour of Lagos, and who sent it. `now` bounds the time. The
 * result has kobo and the beginning of the hour.
 */
export function searchSchema(now: Date) {
  return z
    .object({
      amount: z
        .string()
        .max(30)
        .transform((typed, context) => {
          const kobo = parseNaira(typed);
          if (kobo !== null && kobo > 0 && kobo <= MAX_AMOUNT_KOBO) return kobo;
          context.addIssue({ code: "custom", message: NAIRA_PROBLEM });
          return z.NEVER;
        }),
      day: z.iso.date("Please give the day on which you sent it."),
      hour: z.string().regex(/^([01]\d|2[0-3])$/, "Please choose the hour."),
      last4: z
        .string()
        .trim()
        .regex(/^(\d{4})?$/, "The last four digits of the account that it was sent from."),
      sender: text(100),
    })
    .refine(({ last4, sender }) => last4 !== "" || sender !== "", {
      path: ["sender"],
      message: "Please give the sender's name or the last four digits.",
      // Also beside other mistakes, so that all are named at once.
      when: ({ value }) => senderSchema.safeParse(value).success,
    })
    .transform(({ amount, day, hour, ...who }) => ({
      ...who,
      amount_kobo: amount,
      sent_at: new Date(`${day}T${hour}:00:00+01:00`),
    }))
    .superRefine(({ sent_at }, context) => {
      const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
      if (sent_at > now) issue("day", "This time is in the future.");
      if (sent_at.getTime() < now.getTime() - SEARCH_DAYS * 86_400_000)
        issue("day", `Payments can be found here for ${SEARCH_DAYS} days. Please write to us about an older one.`);
    });
}

export type PaymentSearch = z.output<ReturnType<typeof searchSchema>>;
