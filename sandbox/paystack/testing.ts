import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type PaystackSandbox, type PaystackSandboxOptions, startPaystackSandbox } from "./start.ts";

export const SECRET = "sk_test_of_the_tests";

/** API responses for tests. */
export type Answer = {
  http: number;
  status: boolean;
  message: string;
  code?: string;
  data: Record<string, unknown>;
  meta?: Record<string, number>;
};

export type Running = PaystackSandbox & {
  call(method: string, path: string, body?: unknown, key?: string): Promise<Answer>;
  initialize(body?: Record<string, unknown>): Promise<Answer>;
  verify(reference: string): Promise<Answer>;
  /** The response to a buyer's action at the checkout. */
  act(
    code: unknown,
    action: string,
    fields?: Record<string, string>,
  ): Promise<{ html: string; events: { event: string; data?: unknown }[]; leave: string | null }>;
};

/** A sandbox for the running test, with a stopped clock by default. */
export async function runSandbox(options: Partial<PaystackSandboxOptions> = {}): Promise<Running> {
  const sandbox = await startPaystackSandbox({
    port: 0,
    secretKey: SECRET,
    publicKey: "pk_test_of_the_tests",
    webhookUrl: null,
    timeScale: 0,
    ...options,
  });
  onTestFinished(() => sandbox.close());
  const call: Running["call"] = async (method, path, body, key = SECRET) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(sandbox.url + path, { method, headers, ...init });
    return { http: response.status, ...((await response.json()) as Omit<Answer, "http">) };
  };
  let made = 0;
  return {
    ...sandbox,
    call,
    initialize: (body = {}) => {
      made += 1;
      return call("POST", "/transaction/initialize", {
        email: "ada@shop.ng",
        amount: 1_234_500,
        reference: `WH-${made}`,
        ...body,
      });
    },
    verify: (reference) => call("GET", `/transaction/verify/${reference}`),
    act: async (code, action, fields = {}) => {
      const init = { method: "POST", body: JSON.stringify({ ...fields, action }) };
      return (await (await fetch(`${sandbox.url}/checkout/${String(code)}/act`, init)).json()) as Awaited<
        ReturnType<Running["act"]>
      >;
    },
  };
}

export type Received = { body: string; signature: string | undefined };

/** A shop that receives webhooks and answers with `status`, which may change while it runs; 0 never answers. */
export async function runShop(status: () => number = () => 200): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = request.headers["x-paystack-signature"];
      received.push({ body: Buffer.concat(chunks).toString("utf8"), signature: signature?.toString() });
      const code = status();
      if (code > 0) response.writeHead(code).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/paystack`, received };
}
