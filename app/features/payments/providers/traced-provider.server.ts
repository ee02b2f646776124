import type { Logger } from "#app/platform/log.server.ts";
import { trace } from "#app/platform/tracing/trace.server.ts";
import type { PaymentProvider } from "./provider.server.ts";

/**
 * The provider with a span and a log line for each request, which name the call, its outcome and, in the log, the
 * reference or transaction. Every member is named, so that TypeScript asks for a new one.
 */
export function traceProvider(provider: PaymentProvider, log: Logger): PaymentProvider {
  const ask = <Result extends { ok: boolean; reason?: string }>(
    call: string,
    details: Record<string, string>,
    work: () => Promise<Result>,
  ) =>
    trace("provider call", { call }, async (span) => {
      const started = performance.now();
      const result = await work();
      const outcome = result.ok ? "ok" : (result.reason ?? "unavailable");
      span.set({ outcome });
      const line = { call, outcome, ...details, ms: Math.round(performance.now() - started) };
      log[outcome === "unavailable" ? "warn" : "debug"](line, "provider call");
      return result;
    });
  const { publicKey, domain, inlineUrl, checkoutOrigin, sandbox } = provider;
  return {
    publicKey,
    domain,
    inlineUrl,
    checkoutOrigin,
    sandbox,
    initialize: (input) => ask("initialize", { reference: input.reference }, () => provider.initialize(input)),
    chargeTransfer: (input) =>
      ask("charge transfer", { reference: input.reference }, () => provider.chargeTransfer(input)),
    verify: (reference, deadline) => ask("verify", { reference }, () => provider.verify(reference, deadline)),
    paidTransactions: (input) => ask("paid transactions", {}, () => provider.paidTransactions(input)),
    refund: (input) => ask("refund", { reference: input.reference }, () => provider.refund(input)),
    refunds: (transaction, deadline) => ask("refunds", { transaction }, () => provider.refunds(transaction, deadline)),
    isSignatureValid: (body, signature) => provider.isSignatureValid(body, signature),
    lastCalls: () => provider.lastCalls(),
  };
}
