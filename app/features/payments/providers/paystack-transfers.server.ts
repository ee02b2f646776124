import { z } from "zod";
import { notCreated, type PaystackAnswer } from "./paystack-answer.server.ts";
import type { ChargeResult, PaidResult } from "./provider.server.ts";

const charged = z.object({
  reference: z.string(),
  account_number: z.string().regex(/^\d{6,20}$/),
  account_name: z.string().trim().min(1).max(200),
  bank: z.object({ name: z.string().trim().min(1).max(200) }),
  account_expires_at: z.coerce.date().nullish().catch(null),
  amount: z.coerce.number().nullish().catch(null),
});
const paidList = z.array(
  z.object({
    reference: z.string(),
    status: z.string(),
    amount: z.coerce.number().int(),
    requested_amount: z.coerce.number().int().nullish().catch(null),
    authorization: z
      .object({
        sender_name: z.string().nullish().catch(null),
        sender_bank_account_number: z.string().nullish().catch(null),
      })
      .nullish()
      .catch(null),
  }),
);

type Asked = { reference: string; amount_kobo: number; expires_at: Date };

/** An account for another payment or amount is never shown: the payment may exist, so it is not refused either. */
export function readCharge(answer: PaystackAnswer, asked: Asked): ChargeResult {
  if (answer.kind === "silence") return { ok: false, reason: "unavailable", message: answer.message };
  const { body, httpStatus } = answer;
  if (body.status !== true) return notCreated(body, httpStatus);
  const data = charged.safeParse(body.data);
  if (!data.success) return { ok: false, reason: "unavailable", message: "an answer without an account number" };
  const { reference, account_number, account_name, bank, account_expires_at, amount } = data.data;
  const isAsked = reference === asked.reference && (amount ?? asked.amount_kobo) === asked.amount_kobo;
  if (!isAsked) return { ok: false, reason: "unavailable", message: "an account for another payment" };
  const expires_at = account_expires_at ?? asked.expires_at;
  return { ok: true, account: { account_number, account_name, bank_name: bank.name, expires_at } };
}

/** Only successes of exactly this amount, in case the provider lists others. */
export function readPaid(amount_kobo: number, answer: PaystackAnswer): PaidResult {
  if (answer.kind === "silence") return { ok: false, message: answer.message };
  const list = paidList.safeParse(answer.body.data);
  if (answer.body.status !== true || !list.success) return { ok: false, message: answer.body.message };
  const paid = list.data
    .filter((one) => one.status === "success" && (one.requested_amount ?? one.amount) === amount_kobo)
    .map(({ reference, amount, authorization }) => ({
      reference,
      amount_kobo: amount,
      sender: authorization?.sender_name?.trim() ?? "",
      last4: authorization?.sender_bank_account_number?.match(/\d{3,4}$/)?.[0] ?? "",
    }));
  return { ok: true, paid };
}
