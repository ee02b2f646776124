import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "#app/platform/log.server.ts";
import { observeSpans } from "#app/platform/tracing/trace.server.ts";
import { FakeProvider } from "#tests/fixtures/checkout.ts";
import { traceProvider } from "./traced-provider.server.ts";

const payment = { reference: "OJA-1", amount_kobo: 5_000, currency: "NGN", email: "ada@example.com", metadata: {} };

test("each request to the provider has a span with its call and its outcome, and its answer is passed on", async () => {
  const seen: unknown[] = [];
  onTestFinished(observeSpans(({ name, attributes }) => void seen.push([name, attributes.call, attributes.outcome])));
  const fake = new FakeProvider();
  const provider = traceProvider(fake, createLogger("silent"));
  const expires_at = new Date(Date.now() + 60_000);
  expect(await provider.initialize({ ...payment, callback_url: "" })).toMatchObject({ ok: true });
  expect(await provider.chargeTransfer({ ...payment, expires_at })).toMatchObject({ reason: "duplicate_reference" });
  fake.chargeFault = "refuse";
  expect(await provider.chargeTransfer({ ...payment, expires_at })).toMatchObject({ reason: "refused" });
  expect(await provider.verify("OJA-1")).toMatchObject({ ok: true });
  fake.outage = "verify";
  expect(await provider.verify("OJA-1")).toMatchObject({ reason: "unavailable" });
  const window = { amount_kobo: 5_000, from: new Date(0), to: new Date() };
  expect(await provider.paidTransactions(window)).toEqual({ ok: false, message: "TimeoutError" });
  fake.outage = null;
  expect(await provider.paidTransactions(window)).toEqual({ ok: true, paid: [] });
  const refund = { reference: "OJA-1", amount_kobo: 5_000, note: "", customer_note: "" };
  expect(await provider.refund(refund)).toMatchObject({ ok: true });
  expect(await provider.refunds("OJA-1")).toMatchObject({ refunds: [{ amount_kobo: 5_000 }] });
  expect(seen).toEqual(
    [
      ["initialize", "ok"],
      ["charge transfer", "duplicate_reference"],
      ["charge transfer", "refused"],
      ["verify", "ok"],
      ["verify", "unavailable"],
      ["paid transactions", "unavailable"],
      ["paid transactions", "ok"],
      ["refund", "ok"],
      ["refunds", "ok"],
    ].map((call) => ["provider call", ...call]),
  );
});

test("what is no request is the provider's own", () => {
  const fake = new FakeProvider();
  const provider = traceProvider(fake, createLogger("silent"));
  const { publicKey, domain, inlineUrl, checkoutOrigin, sandbox } = fake;
  expect(provider).toMatchObject({ publicKey, domain, inlineUrl, checkoutOrigin, sandbox });
  expect(provider.lastCalls()).toEqual(fake.lastCalls());
  const body = new TextEncoder().encode("{}");
  expect(["good", "bad"].map((signature) => provider.isSignatureValid(body, signature))).toEqual([true, false]);
});
