import { createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { createPaystack, isSignatureValid } from "./paystack.server.ts";

const SETTINGS = {
  secretKey: "sk_test_secret",
  publicKey: "pk_test_public",
  apiUrl: "https://api.paystack.co",
  inlineUrl: "https://js.paystack.co/v2/inline.js",
  checkoutOrigin: "https://checkout.paystack.com",
};
const INPUT = {
  reference: "WH123456789012345",
  amount_kobo: 100_000,
  currency: "NGN",
  email: "a@b.co",
  callback_url: "https://shop.example/x",
  metadata: {},
};

type Call = { url: string; init: RequestInit };

/** Paystack as a fetch function with queued responses, and the requests made. */
function paystack(...answers: (() => Response | Promise<Response>)[]) {
  const calls: Call[] = [];
  const fetcher = (async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return await (answers[Math.min(calls.length, answers.length) - 1] ?? (() => Response.error()))();
  }) as typeof fetch;
  return { provider: createPaystack(SETTINGS, false, fetcher), calls };
}

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const VERIFIED = {
  id: 4_099_260_516,
  status: "success",
  reference: INPUT.reference,
  domain: "test",
  currency: "NGN",
  amount: 100_000,
  requested_amount: 100_000,
  channel: "card",
  gateway_response: "Approved",
  metadata: 0,
};

describe("initialize", () => {
  test("sends our reference, integer kobo and NGN with the secret key", async () => {
    const answer = {
      access_code: "3ni8kdavz62431k",
      authorization_url: "https://checkout.paystack.com/3ni8kdavz62431k",
    };
    const { provider, calls } = paystack(json({ status: true, message: "Authorization URL created", data: answer }));
    expect(await provider.initialize(INPUT)).toEqual({ ok: true, ...answer });
    expect(calls[0]?.url).toBe("https://api.paystack.co/transaction/initialize");
    expect(new Headers(calls[0]?.init.headers).get("Authorization")).toBe("Bearer sk_test_secret");
    expect(JSON.parse(calls[0]?.init.body as string)).toMatchObject({
      reference: INPUT.reference,
      amount: 100_000,
      currency: "NGN",
    });
  });

  test.each([
    "https://checkout.paystack.com.evil.example/x",
    "http://checkout.paystack.com/x",
    "https://checkout.paystack.com:8443/x",
    "https://standard.paystack.co/x",
    "https://checkout.paystack.com@evil.example/x",
    "javascript:alert(1)",
    "data:text/html,x",
    "//checkout.paystack.com/x",
  ])("a payment page at %s is no answer", async (authorization_url) => {
    const answer = { access_code: "3ni8kdavz62431k", authorization_url };
    const { provider } = paystack(json({ status: true, message: "Authorization URL created", data: answer }));
    const result = await provider.initialize(INPUT);
    expect(result.ok).toBe(false);
    expect(result).not.toHaveProperty("authorization_url");
  });

  test.each([
    [
      json({ status: false, message: "Duplicate Transaction Reference", code: "duplicate_reference" }, 400),
      "duplicate_reference",
    ],
    [json({ status: false, message: "Duplicate Transaction Reference" }, 400), "duplicate_reference"],
    [json({ status: "false", message: "Invalid Amount Sent" }, 400), "refused"],
    [json({ status: false, message: "Invalid key" }, 401), "refused"],
    [json({ status: false, message: "Rate limit exceeded!", code: "rate_limited" }, 429), "unavailable"],
    [json({ status: false, message: "oops" }, 500), "unavailable"],
    [() => new Response("<html>gateway</html>", { status: 502 }), "unavailable"],
    [() => Promise.reject(new TypeError("fetch failed")), "unavailable"],
    [json({ status: true, message: "ok", data: { access_code: "" } }), "refused"],
  ])("answer %#: %s", async (answer, reason) => {
    expect(await paystack(answer).provider.initialize(INPUT)).toMatchObject({ ok: false, reason });
  });
});

describe("verify", () => {
  test("reads the used fields, also when others are malformed", async () => {
    const { provider } = paystack(json({ status: true, message: "Verification successful", data: VERIFIED }));
    expect(await provider.verify(INPUT.reference)).toEqual({
      ok: true,
      verification: {
        status: "success",
        reference: INPUT.reference,
        transaction_id: "4099260516",
        domain: "test",
        currency: "NGN",
        amount_kobo: 100_000,
        requested_amount_kobo: 100_000,
        channel: "card",
        message: "Approved",
      },
    });
  });

  test.each([
    [
      json({ status: false, message: "Transaction reference not found", code: "transaction_not_found" }, 400),
      "unknown_reference",
    ],
    [json({ status: false, message: "Transaction reference not found" }, 404), "unknown_reference"],
    [json({ status: false, message: "Invalid key" }, 401), "unavailable"],
    [json({ status: true, message: "x", data: { ...VERIFIED, status: "" } }), "unavailable"],
    [json({ status: true, message: "x", data: { ...VERIFIED, amount: 1.5 } }), "unavailable"],
  ])("answer %#: %s", async (answer, reason) => {
    expect(await paystack(answer).provider.verify(INPUT.reference)).toMatchObject({ ok: false, reason });
  });

  test("retries after a timeout, because reads are idempotent", async () => {
    const { provider, calls } = paystack(
      () => Promise.reject(new TypeError("fetch failed")),
      json({ status: true, message: "ok", data: VERIFIED }),
    );
    expect(await provider.verify(INPUT.reference)).toMatchObject({ ok: true });
    expect(calls).toHaveLength(2);
  });
});

test.each([
  ['{"event":"charge.success"}'],
  ['{ "event" : "charge.success" }'],
  ['{"a":"\\/ \\u20a6","b":100.0,"id":9007199254740993}'],
])("the signature is over the raw bytes of %s", (text) => {
  const body = new TextEncoder().encode(text);
  const signature = createHmac("sha512", "key").update(body).digest("hex");
  expect(isSignatureValid("key", body, signature)).toBe(true);
  expect(isSignatureValid("other", body, signature)).toBe(false);
  expect(isSignatureValid("key", new TextEncoder().encode(`${text} `), signature)).toBe(false);
  for (const bad of [null, "", "zz", signature.slice(2), `${signature}00`])
    expect(isSignatureValid("key", body, bad)).toBe(false);
});

describe("refund", () => {
  const ASK = {
    reference: INPUT.reference,
    amount_kobo: 20_000,
    note: "Damaged (request 1)",
    customer_note: "Damaged",
  };
  const TAKEN = { id: 3_018_284, transaction: { id: 1 }, amount: 20_000, currency: "NGN", status: "pending" };

  test("names the payment, the amount in kobo and both notes, and answers the provider's refund", async () => {
    const answer = { status: true, message: "queued", data: { ...TAKEN, merchant_note: ASK.note } };
    const { provider, calls } = paystack(json(answer));
    expect(await provider.refund(ASK)).toEqual({
      ok: true,
      refund: { provider_id: "3018284", amount_kobo: 20_000, currency: "NGN", status: "pending", note: ASK.note },
    });
    expect([calls[0]?.url, calls[0]?.init.method]).toEqual(["https://api.paystack.co/refund", "POST"]);
    expect(JSON.parse(calls[0]?.init.body as string)).toEqual({
      transaction: ASK.reference,
      amount: 20_000,
      merchant_note: ASK.note,
      customer_note: "Damaged",
    });
  });

  test.each([
    ["a refusal with a reason", json({ status: false, message: "Too much" }, 400), "refused"],
    ["a busy provider", json({ status: false, message: "Slow down" }, 429), "unavailable"],
    ["a failing provider", json({ status: false, message: "Oops" }, 502), "unavailable"],
    ["success in another shape", json({ status: true, message: "ok", data: {} }), "unavailable"],
    ["no JSON", () => new Response("<html>"), "unavailable"],
    ["a lost line", () => Response.error(), "unavailable"],
  ])("after %s there is one request and no retry", async (_, answer, reason) => {
    const { provider, calls } = paystack(answer);
    expect(await provider.refund(ASK)).toMatchObject({ ok: false, reason });
    expect(calls).toHaveLength(1);
  });
});

describe("refunds", () => {
  const refund = (changes: object = {}) => ({
    id: 1,
    transaction: 4_099_260_516,
    amount: 10_000,
    currency: "NGN",
    status: "processed",
    ...changes,
  });

  test("are those of the transaction, with amounts as numbers or text and ids as they are", async () => {
    const rows = [
      refund({ amount: "20000", status: "needs-attention" }),
      refund({ id: 7, status: "processing" }),
      refund({ id: 8, status: "queued-by-somebody" }),
      refund({ id: 9, transaction: 5 }),
    ];
    const text = JSON.stringify({ status: true, message: "Refunds retrieved", data: rows });
    const { provider, calls } = paystack(() => new Response(text.replace('"id":1,', '"id":18446744073709551615,')));
    expect(await provider.refunds("4099260516")).toEqual({
      ok: true,
      refunds: [
        {
          provider_id: "18446744073709551615",
          amount_kobo: 20_000,
          currency: "NGN",
          status: "needs_attention",
          note: null,
        },
        { provider_id: "7", amount_kobo: 10_000, currency: "NGN", status: "processing", note: null },
        { provider_id: "8", amount_kobo: 10_000, currency: "NGN", status: "processing", note: null },
      ],
    });
    expect(calls[0]?.url).toBe("https://api.paystack.co/refund?transaction=4099260516&perPage=100");
  });

  test("a transaction id beyond the safe integer range is sent unchanged", async () => {
    const text = JSON.stringify({ status: true, message: "ok", data: { ...VERIFIED, id: 1 } });
    const { provider } = paystack(() => new Response(text.replace('"id":1', '"id":18446744073709551615')));
    expect(await provider.verify(INPUT.reference)).toMatchObject({
      verification: { transaction_id: "18446744073709551615" },
    });
  });

  test.each([
    ["silence", () => Promise.reject(new TypeError("fetch failed"))],
    ["an error", json({ status: false, message: "oops" }, 500)],
    ["another shape", json({ status: true, message: "ok", data: { rows: [] } })],
    ["a refund of nothing", json({ status: true, message: "ok", data: [refund({ amount: 0 })] })],
  ])("%s is no valid response", async (_, answer) => {
    expect(await paystack(answer).provider.refunds("1")).toMatchObject({ ok: false });
  });
});

describe("a silent provider", () => {
  /** Accepts requests without a response; a request ends when its signal is aborted. */
  function silent() {
    let asked = 0;
    const fetcher = ((_: string, { signal }: RequestInit) => {
      asked += 1;
      return new Promise((_resolve, reject) => {
        const end = () => reject(new DOMException("Timed out", "TimeoutError"));
        if (signal?.aborted) end();
        signal?.addEventListener("abort", end);
      });
    }) as typeof fetch;
    return { provider: createPaystack(SETTINGS, false, fetcher), asked: () => asked };
  }

  test("ends a request at the caller's deadline, even with retries left", async () => {
    const { provider, asked } = silent();
    const deadline = new AbortController();
    const verified = provider.verify(INPUT.reference, deadline.signal);
    const opened = provider.initialize({ ...INPUT, deadline: deadline.signal });
    deadline.abort();
    expect(await verified).toMatchObject({ ok: false, reason: "unavailable" });
    expect(await opened).toMatchObject({ ok: false, reason: "unavailable" });
    expect(asked()).toBe(2);
  });

  test("has a default deadline of ten seconds for all retries", async () => {
    const ends = new Map<number, AbortController>();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const controller = new AbortController();
      ends.set(ms, controller);
      return controller.signal;
    });
    try {
      const { provider, asked } = silent();
      const verified = provider.verify(INPUT.reference);
      expect([...ends.keys()].sort((a, b) => b - a)).toEqual([10_000, 4_000]);
      ends.get(4_000)?.abort();
      await expect.poll(asked).toBe(2);
      ends.get(10_000)?.abort();
      expect(await verified).toMatchObject({ ok: false, reason: "unavailable" });
      expect(asked()).toBe(2);
    } finally {
      timeout.mockRestore();
    }
  });
});
