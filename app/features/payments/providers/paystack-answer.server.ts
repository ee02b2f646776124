import { z } from "zod";

/** The envelope of all answers of Paystack. */
export const envelope = z.object({
  status: z.union([z.boolean(), z.string()]),
  message: z.string().default(""),
  code: z.string().optional(),
  data: z.unknown().optional(),
});

export type PaystackAnswer =
  | { kind: "answer"; httpStatus: number; body: z.infer<typeof envelope> }
  | { kind: "silence"; message: string };

/** Why a payment was not created. After any other response than a refusal the outcome is unknown. */
export function notCreated(body: z.infer<typeof envelope>, httpStatus: number) {
  if (body.code === "duplicate_reference" || /duplicate transaction reference/i.test(body.message)) {
    return { ok: false, reason: "duplicate_reference", message: body.message } as const;
  }
  const temporary = httpStatus === 429 || httpStatus >= 500;
  return { ok: false, reason: temporary ? "unavailable" : "refused", message: body.message } as const;
}
