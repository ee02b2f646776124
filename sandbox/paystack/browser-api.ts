import type { Context, Hono } from "hono";
import { cors } from "hono/cors";
import { fail, isApiError, readBody, succeed } from "./envelope.ts";
import { readInitialize } from "./initialize.ts";
import { createTransaction } from "./payments.ts";
import type { Transaction, TransactionLog } from "./transaction.ts";
import type { World } from "./world.ts";

/** The endpoints that inline.js and the popup call from a browser, on any origin. */
export function serveBrowserApi(app: Hono, world: World): void {
  const open = cors({
    origin: "*",
    allowHeaders: ["authorization", "content-type", "accept-language", "x-connect-account"],
  });
  for (const path of [
    "/transaction/verify_access_code/*",
    "/checkout/request_inline",
    "/transaction/set_ip/*",
    "/transaction/update_log/*",
  ]) {
    app.use(path, open);
  }

  app.get("/transaction/verify_access_code/:code", (c) => {
    const tx = world.store.byCode(c.req.param("code"));
    if (!tx) return fail(c, 404, "Invalid access code", "invalid_access_code", "Initialize a transaction first");
    return succeed(c, "Access code validated", inlineView(world, tx));
  });

  app.post("/checkout/request_inline", async (c) => {
    const body = (await readBody(c)) ?? {};
    if (body.key !== world.publicKey)
      return fail(c, 400, "Please enter a valid Key", "invalid_key", "Send the public key");
    const input = readInitialize(world, body);
    if (isApiError(input)) return c.json(input.body, input.status);
    return succeed(c, "Transaction initialised", inlineView(world, createTransaction(world, input)));
  });

  const byId = (c: Context): Transaction | undefined =>
    c.req.header("authorization") === `Bearer ${world.publicKey}`
      ? world.store.byId(Number(c.req.param("id")))
      : undefined;
  const unknown = (c: Context) =>
    fail(c, 400, "Transaction not found", "transaction_not_found", "Send the id of a transaction");

  app.post("/transaction/set_ip/:id", (c) => {
    const tx = byId(c);
    if (!tx) return unknown(c);
    tx.ip_address = "127.0.0.1";
    world.store.touch();
    return succeed(c, "IP set", null);
  });
  app.post("/transaction/update_log/:id", async (c) => {
    const tx = byId(c);
    if (!tx) return unknown(c);
    const log = (await readBody(c))?.log;
    if (typeof log === "object" && log !== null && "history" in log) tx.log = log as TransactionLog;
    world.store.touch();
    return succeed(c, "Log updated", null);
  });
}

function inlineView(world: World, tx: Transaction) {
  return {
    id: tx.id,
    email: tx.customer.email,
    merchant_logo: null,
    merchant_name: world.merchant,
    amount: tx.amount,
    merchant_key: world.publicKey,
    merchant_id: 100_043,
    domain: "test",
    currency: tx.currency,
    channels: tx.channels,
    label: null,
    access_code: tx.access_code,
    reference: tx.reference,
    transaction_status: tx.status,
    log: tx.log,
    plan_details: null,
  };
}
