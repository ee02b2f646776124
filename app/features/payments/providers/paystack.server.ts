import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { parseExactly } from "#app/lib/exact-json.ts";
import type { PaymentSettings } from "#app/platform/provider-settings.server.ts";
import { envelope, notCreated, type PaystackAnswer } from "./paystack-answer.server.ts";
import { readCharge, readPaid } from "./paystack-transfers.server.ts";
import {
  isAt,
  type InitializeResult,
  type PaymentProvider,
  type ProviderCalls,
  type Refund,
  type RefundResult,
  type RefundsResult,
  type VerifyResult,
} from "./provider.server.ts";

/** Time limit of one request including retries. */
const TIMEOUT_MS = 10_000;
const VERIFY_TRIES = 3;
const VERIFY_TRY_MS = 4_000;

const initialized = z.object({ access_code: z.string().min(1), authorization_url: z.url() });
const id = z.union([z.number(), z.string()]).transform(String);
const verified = z.object({
  id: id.nullish(),
  // An open list: while a transfer is awaited, the provider uses words that its reference does not list.
  status: z.string().min(1).max(50),
  reference: z.string(),
  domain: z.enum(["test", "live"]),
  currency: z.string(),
  amount: z.coerce.number().int(),
  requested_amount: z.coerce.number().int().nullish(),
  channel: z.string().nullish(),
  gateway_response: z.string().nullish(),
});

const REFUND_STATUS: Partial<Record<string, Refund["status"]>> = {
  pending: "pending",
  processed: "processed",
  failed: "failed",
  "needs-attention": "needs_attention",
};
const refunded = z.object({
  id,
  // Lists have the transaction as a number. Single refunds have it as an object, but there the transaction is known
  // from the request.
  transaction: id.optional().catch(undefined),
  amount: z.coerce.number().int().positive(),
  currency: z.string(),
  // Any other status means that the refund is in progress.
  status: z
    .string()
    .transform((status) => (Object.hasOwn(REFUND_STATUS, status) && REFUND_STATUS[status]) || "processing"),
  merchant_note: z.string().nullish().catch(null),
});
const refundList = z.array(refunded);

/**
 * Paystack over its REST API. `settings.apiUrl` may be the sandbox. Source: Paystack's API reference (Transactions,
 * Refunds, Webhooks).
 */
export function createPaystack(
  settings: PaymentSettings,
  sandbox: boolean,
  fetcher: typeof fetch = fetch,
): PaymentProvider {
  let calls: ProviderCalls = { answered_at: null, failing_since: null, problem: null };
  const call = async (...parameters: Parameters<typeof ask>): Promise<PaystackAnswer> => {
    const answer = await ask(...parameters);
    calls = afterAnswer(calls, answer, new Date());
    return answer;
  };
  const ask = async (path: string, signal: AbortSignal, init: RequestInit = {}): Promise<PaystackAnswer> => {
    try {
      const response = await fetcher(`${settings.apiUrl}${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${settings.secretKey}`, "Content-Type": "application/json" },
        signal,
      });
      const text = await response.text();
      const body = envelope.safeParse(parseExactly(text));
      if (!body.success) return { kind: "silence", message: `unreadable answer (HTTP ${response.status})` };
      return { kind: "answer", httpStatus: response.status, body: body.data };
    } catch (error) {
      return { kind: "silence", message: error instanceof Error ? error.name : "no answer" };
    }
  };

  return {
    publicKey: settings.publicKey,
    domain: settings.secretKey.startsWith("sk_live_") ? "live" : "test",
    inlineUrl: settings.inlineUrl,
    checkoutOrigin: settings.checkoutOrigin,
    sandbox,
    isSignatureValid: (body, signature) => isSignatureValid(settings.secretKey, body, signature),
    lastCalls: () => calls,
    async initialize(input) {
      const answer = await call("/transaction/initialize", input.deadline ?? AbortSignal.timeout(TIMEOUT_MS), {
        method: "POST",
        body: JSON.stringify({
          reference: input.reference,
          amount: input.amount_kobo,
          currency: input.currency,
          email: input.email,
          callback_url: input.callback_url,
          metadata: { ...input.metadata, cancel_action: input.callback_url },
        }),
      });
      return readInitialize(answer, settings.checkoutOrigin);
    },
    async chargeTransfer({ reference, amount_kobo, currency, email, expires_at, metadata, deadline }) {
      const answer = await call("/charge", deadline ?? AbortSignal.timeout(TIMEOUT_MS), {
        method: "POST",
        body: JSON.stringify({
          reference,
          amount: amount_kobo,
          currency,
          email,
          metadata,
          bank_transfer: { account_expires_at: expires_at.toISOString() },
        }),
      });
      return readCharge(answer, { reference, amount_kobo, expires_at });
    },
    async paidTransactions({ amount_kobo, from, to, deadline = AbortSignal.timeout(TIMEOUT_MS) }) {
      const query = new URLSearchParams({
        status: "success",
        amount: String(amount_kobo),
        from: from.toISOString(),
        to: to.toISOString(),
        perPage: "50",
      });
      return readPaid(amount_kobo, await call(`/transaction?${query}`, deadline));
    },
    async verify(reference, deadline = AbortSignal.timeout(TIMEOUT_MS)) {
      for (let tries = 1; ; tries += 1) {
        const signal = AbortSignal.any([deadline, AbortSignal.timeout(VERIFY_TRY_MS)]);
        const result = readVerify(await call(`/transaction/verify/${encodeURIComponent(reference)}`, signal));
        if (result.ok || result.reason !== "unavailable" || tries === VERIFY_TRIES) return result;
        await wait(150 * 2 ** tries * (0.5 + Math.random()), null, { signal: deadline }).catch(() => {});
        if (deadline.aborted) return result;
      }
    },
    async refund({ reference, amount_kobo, note, customer_note }) {
      const body = JSON.stringify({ transaction: reference, amount: amount_kobo, merchant_note: note, customer_note });
      return readRefund(await call("/refund", AbortSignal.timeout(TIMEOUT_MS), { method: "POST", body }));
    },
    async refunds(transaction_id, deadline = AbortSignal.timeout(TIMEOUT_MS)) {
      const path = `/refund?transaction=${transaction_id}&perPage=100`;
      return readRefunds(transaction_id, await call(path, deadline));
    },
  };
}

function afterAnswer(before: ProviderCalls, answer: PaystackAnswer, now: Date): ProviderCalls {
  const problem =
    answer.kind === "silence" || answer.httpStatus >= 500 ? "silent" : answer.httpStatus === 401 ? "refused" : null;
  if (problem === null) return { answered_at: now, failing_since: null, problem };
  return { ...before, failing_since: before.failing_since ?? now, problem };
}

/** Filters out refunds of other transactions, in case the provider does not. */
function readRefunds(transaction_id: string, answer: PaystackAnswer): RefundsResult {
  if (answer.kind === "silence") return { ok: false, message: answer.message };
  const list = refundList.safeParse(answer.body.data);
  if (answer.body.status !== true || !list.success) return { ok: false, message: answer.body.message };
  const refunds = list.data
    .filter(({ transaction }) => transaction === undefined || transaction === transaction_id)
    .map(refundOf);
  return { ok: true, refunds };
}

function refundOf({ id: provider_id, amount, currency, status, merchant_note }: z.infer<typeof refunded>): Refund {
  return { provider_id, amount_kobo: amount, currency, status, note: merchant_note ?? null };
}

/** Only a well-formed refusal is a refusal; after any other response the outcome is unknown. */
function readRefund(answer: PaystackAnswer): RefundResult {
  if (answer.kind === "silence") return { ok: false, reason: "unavailable", message: answer.message };
  const { body, httpStatus } = answer;
  const data = refunded.safeParse(body.data);
  if (body.status === true && data.success) return { ok: true, refund: refundOf(data.data) };
  const isRefusal = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429;
  return { ok: false, reason: isRefusal ? "refused" : "unavailable", message: body.message };
}

/** An answer with a page elsewhere is none: the payment may exist, so it is not refused either. */
function readInitialize(answer: PaystackAnswer, checkoutOrigin: string): InitializeResult {
  if (answer.kind === "silence") return { ok: false, reason: "unavailable", message: answer.message };
  const { body, httpStatus } = answer;
  const data = initialized.safeParse(body.data);
  if (body.status === true && data.success) {
    return isAt(checkoutOrigin, data.data.authorization_url)
      ? { ok: true, ...data.data }
      : { ok: false, reason: "unavailable", message: "the payment page is not at the provider's address" };
  }
  return notCreated(body, httpStatus);
}

function readVerify(answer: PaystackAnswer): VerifyResult {
  if (answer.kind === "silence") return { ok: false, reason: "unavailable", message: answer.message };
  const { body } = answer;
  const data = verified.safeParse(body.data);
  if (body.status === true && data.success) {
    const { id: transaction_id, amount, requested_amount, gateway_response, channel, ...rest } = data.data;
    return {
      ok: true,
      verification: {
        ...rest,
        transaction_id: transaction_id ?? null,
        amount_kobo: amount,
        requested_amount_kobo: requested_amount ?? null,
        channel: channel ?? null,
        message: gateway_response ?? null,
      },
    };
  }
  if (body.code === "transaction_not_found" || /reference not found/i.test(body.message)) {
    return { ok: false, reason: "unknown_reference", message: body.message };
  }
  return { ok: false, reason: "unavailable", message: body.message };
}

/** Hex HMAC-SHA512 over the raw bytes, as in the `x-paystack-signature` header; compared in constant time. */
export function isSignatureValid(secretKey: string, body: Uint8Array, signature: string | null): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const expected = createHmac("sha512", secretKey).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}
