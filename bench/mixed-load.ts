import { hashPassword } from "#app/features/accounts/engine/password.server.ts";
import { openDatabase, type Db } from "#db/client.server.ts";
import { accounts, users } from "#db/schema/auth.ts";
import { makeGoods, startInput } from "#tests/fixtures/checkout.ts";
import { visitorAddress } from "./processes.ts";
import { closing } from "./world.ts";

const CONNECTIONS = 16;
const ANSWER_MS = 60_000;
const PASSWORD = "mixed-load-password";
const EMAIL = "mixed-load@oja.example";
/** So few different searches are cached, as little as those of real shoppers. */
const WORDS = ["rice", "milk", "soap", "oil", "sugar", "cable", "shirt", "tomato", "beans", "diapers", "phone", "bag"];

export type MixedWorld = { goods: string; slugs: readonly string[] };

/** What the load needs in the database: goods that do not sell out, and an owner with a password. */
export async function prepareMixedLoad(databaseUrl: string): Promise<MixedWorld> {
  return await closing(await openDatabase({ url: databaseUrl, folder: "" }), async (database) => {
    const goods = await makeGoods(database, { stock: 1_000_000 });
    await makeOwner(database.db);
    const { rows } = await database.sql("select slug from products order by md5(slug) limit 2000");
    return { goods, slugs: rows.map(({ slug }) => String(slug)) };
  });
}

/** An owner of the shop who signs in with the address and password that are returned. */
export async function makeOwner(db: Db): Promise<{ email: string; password: string }> {
  const user = { name: "Bola Ade", email: EMAIL, emailVerified: true, role: "admin", staffRole: "owner" };
  const [owner] = await db.insert(users).values(user).returning({ id: users.id });
  const userId = owner?.id ?? "";
  const password = await hashPassword(PASSWORD);
  await db.insert(accounts).values({ accountId: userId, providerId: "credential", userId, password });
  return { email: EMAIL, password: PASSWORD };
}

/**
 * Twelve kinds of request in equal parts for `ms`, each from another address (TRUST_PROXY): pages, searches, facets,
 * suggestions, carts, started payments, sign-ins, admin pages and exports. Returns the number of answers; throws for a
 * failed one.
 */
export async function mixedLoad(url: string, { goods, slugs }: MixedWorld, ms: number): Promise<number> {
  const cookie = await signIn(url, 0);
  const word = (turn: number) => `${WORDS[turn % WORDS.length]}+${(turn * 7) % 50}`;
  const slug = (turn: number) => slugs[turn % slugs.length];
  const get = (path: string) => async (turn: number) => await send(url + path, turn);
  const asOwner = (path: string) => async (turn: number) =>
    await send(url + path, turn, { headers: { Cookie: cookie } });
  const json = (path: string, body: object, turn: number) => postJson(url + path, body, turn);
  const lines = [{ id: goods, quantity: 1 }];
  const kinds: ((turn: number) => Promise<unknown>)[] = [
    get("/"),
    (turn) => get(`/products?page=${1 + (turn % 400)}`)(turn),
    (turn) => get(`/product/${slug(turn)}`)(turn),
    (turn) => get(`/product/${slug(turn)}.data`)(turn),
    (turn) => get(`/products?search=${word(turn)}`)(turn),
    (turn) => get(`/products?inStock=1&maxOrder=${1 + (turn % 500)}&sort=price-asc`)(turn),
    (turn) => get(`/search/suggest?q=${word(turn)}`)(turn),
    (turn) => json("/cart/check", { lines }, turn),
    (turn) => json("/checkout/start", startInput([[goods, 1]]), turn),
    async (turn) => await signIn(url, turn),
    (turn) => asOwner(ADMIN[turn % ADMIN.length] ?? "/admin")(turn),
    (turn) => asOwner(EXPORTS[turn % EXPORTS.length] ?? "/admin")(turn),
  ];
  const end = performance.now() + ms;
  let turn = 0;
  const visitor = async () => {
    while (performance.now() < end) {
      turn += 1;
      await kinds[turn % kinds.length]?.(Math.floor(turn / kinds.length));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  return turn;
}

const JSON_HEADERS = { "Content-Type": "application/json" };
const ADMIN = ["/admin/overview", "/admin/orders", "/admin/products?q=rice", "/admin/payments", "/admin/customers"];
const EXPORTS = ["/admin/products/export?format=csv", "/admin/orders/export?format=xlsx"];

/** Signs the owner in at a device of its own; returns the cookies. */
async function signIn(url: string, turn: number): Promise<string> {
  const headers = { ...JSON_HEADERS, Origin: url };
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
  const response = await send(`${url}/api/auth/sign-in/email`, turn, { method: "POST", headers, body });
  return response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
}

/** Posts JSON as the visitor of this turn. */
export async function postJson(address: string, body: object, turn: number): Promise<Response> {
  return await send(address, turn, { method: "POST", headers: JSON_HEADERS, body: JSON.stringify(body) });
}

/**
 * Asks as the visitor of this turn, reads the whole answer, and throws for a failed one, or for any other than `status`
 * if that is given.
 */
export async function send(
  address: string,
  turn: number,
  init: RequestInit = {},
  status: number | null = null,
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Accept-Encoding", "br");
  headers.set("X-Forwarded-For", visitorAddress(turn));
  const response = await fetch(address, {
    ...init,
    headers,
    redirect: "manual",
    signal: init.signal ?? AbortSignal.timeout(ANSWER_MS),
  });
  await response.arrayBuffer();
  // 503: the payment sandbox answered late, as on a busy machine.
  const isFailed = status === null ? response.status >= 400 && response.status !== 503 : response.status !== status;
  if (isFailed) throw new Error(`${new URL(address).pathname} answered ${response.status}.`);
  return response;
}
