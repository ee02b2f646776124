import type { Context, Hono, MiddlewareHandler } from "hono";
import { serveCharge } from "./charge.ts";
import { fail, isApiError, isSecret, notFound, page, readBody, succeed } from "./envelope.ts";
import { limitHeaders, rateLimited } from "./faults.ts";
import { readInitialize } from "./initialize.ts";
import { createTransaction } from "./payments.ts";
import { serveRefunds } from "./rest-refunds.ts";
import { type Transaction, transactionView } from "./transaction.ts";
import type { World } from "./world.ts";

/** The provider's server API, called by the shop with the secret key. */
export function serveRest(app: Hono, world: World): void {
  const guards = [limitRate(world), requireKey(world)] as const;

  app.post("/transaction/initialize", ...guards, async (c) => {
    const body = await readBody(c);
    if (!body) return fail(c, 400, "Invalid JSON body", "invalid_params", "Send a JSON object");
    const input = readInitialize(world, body);
    if (isApiError(input)) return c.json(input.body, input.status);
    const tx = createTransaction(world, input);
    return succeed(c, "Authorization URL created", {
      authorization_url: `${world.address()}/${tx.access_code}`,
      access_code: tx.access_code,
      reference: tx.reference,
    });
  });

  app.get("/transaction/verify/:reference", ...guards, (c) => {
    const tx = world.store.byReference(c.req.param("reference"));
    return tx ? succeed(c, "Verification successful", transactionView(tx)) : notFound(c, world);
  });

  app.get("/transaction", ...guards, (c) => {
    const { rows, meta } = page(filter(world.store.transactions(), c), c);
    return succeed(c, "Transactions retrieved", rows.map(transactionView), meta);
  });

  app.get("/transaction/:id{[0-9]+}", ...guards, (c) => {
    const tx = world.store.byId(Number(c.req.param("id")));
    return tx ? succeed(c, "Transaction retrieved", transactionView(tx)) : notFound(c, world);
  });

  serveCharge(app, world, guards);
  serveRefunds(app, world, guards);
}

function filter(rows: Transaction[], c: Context): Transaction[] {
  const { status, from, to, customer, amount } = c.req.query();
  return rows.filter(
    (tx) =>
      (!status || tx.status === status) &&
      (!from || Date.parse(tx.created_at) >= Date.parse(from)) &&
      (!to || Date.parse(tx.created_at) <= Date.parse(to)) &&
      (!customer || String(tx.customer.id) === customer) &&
      (!amount || String(tx.amount) === amount),
  );
}

function requireKey(world: World): MiddlewareHandler {
  return async (c, next) => {
    if (isSecret(c.req.header("authorization") ?? "", `Bearer ${world.secretKey}`)) return await next();
    const hint = "Ensure that you provide the correct authorization key for the request";
    return fail(c, 401, "Invalid key", "invalid_key", hint);
  };
}

function limitRate(world: World): MiddlewareHandler {
  let start = 0;
  let count = 0;
  return async (c, next) => {
    const limit = world.settings.rate_limit;
    if (limit === null) return await next();
    const now = world.clock.now();
    if (now - start >= 60_000) [start, count] = [now, 0];
    count += 1;
    const reset = Math.ceil((start + 60_000 - now) / 1000);
    if (count > limit) return rateLimited(limit, reset);
    await next();
    for (const [name, value] of Object.entries(limitHeaders(limit, limit - count, reset))) c.header(name, value);
  };
}
