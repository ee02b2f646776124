import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeAttempt } from "../fixtures/checkout.ts";
import { followEvents } from "../fixtures/event-stream.ts";
import { textOf } from "../fixtures/html.ts";
import { makeOrder, setStatus } from "../fixtures/orders.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const cookieOf = (visitor: Visitor) => visitor.cookieFor(new URL(shop.url));

async function signedInUser(role: "customer" | "admin" = "customer") {
  const who = await makeCustomer(shop, { role });
  return { ...who, visitor: await signedIn(shop, who) };
}

describe("My Orders", () => {
  test.each(["/profile/orders", "/profile/orders.data", "/profile/orders?order=x", "/profile/orders/x"])(
    "%s sends guests to /login and admins to /admin",
    async (path) => {
      const admin = await signedInUser("admin");
      for (const [visitor, to] of [
        [new Visitor(shop.url), "/login"],
        [admin.visitor, "/admin"],
      ] as const) {
        const answer = await visitor.get(path);
        expect(answer.status).not.toBe(200);
        expect(answer.headers.get("Location") ?? answer.text).toContain(to);
        expect(answer.headers.get("Cache-Control")).toBe("no-store");
      }
    },
  );

  test("shows one's own orders, hidden from search engines", async () => {
    const ada = await signedInUser();
    const id = await makeOrder(shop.shop.database, ada.id, { created_at: new Date("2026-03-05T10:00:00Z") });
    const answer = await ada.visitor.get("/profile/orders");
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(answer.text).toContain('<meta name="robots" content="noindex"/>');
    for (const words of ["March 5, 2026", id.slice(0, 8).toUpperCase(), "Processing", "₦85,000.00", "View Details"]) {
      expect(answer.text).toContain(words);
    }
  });

  test("the details are there before any script", async () => {
    const ada = await signedInUser();
    const id = await makeOrder(shop.shop.database, ada.id);
    const answer = await ada.visitor.get(`/profile/orders?order=${id}`);
    expect(answer.status).toBe(200);
    for (const words of ["Order information", "Shipping information", "12 Allen Avenue", "Long Grain Rice, 50 kg"]) {
      expect(answer.text).toContain(words);
    }
  });

  test("without orders there is the way to the goods; with 21, two pages, whose details and their Close are links", async () => {
    const ada = await signedInUser();
    const read = async (path: string) => textOf((await ada.visitor.get(path)).text);
    expect(await read("/profile/orders")).toMatch(/No Orders Yet.*<a [^>]*href="\/products"[^>]*>Browse Products</s);
    const ids: string[] = [];
    for (let day = 1; day <= 21; day += 1)
      ids.push(await makeOrder(shop.shop.database, ada.id, { created_at: new Date(Date.UTC(2026, 4, day)) }));
    const first = await read("/profile/orders");
    expect(first.match(/<article/g)).toHaveLength(20);
    expect(first).toMatch(/May 21, 2026.*href="\/profile\/orders\?page=2"/s);
    const second = await read("/profile/orders?page=2");
    expect(second.match(/<article/g)).toHaveLength(1);
    expect(second).not.toContain("Shipping information");
    const link = `/profile/orders?page=2&amp;order=${ids[0]}`;
    expect(second).toContain(`href="${link}"`);
    const details = await read(link.replace("&amp;", "&"));
    expect(details).toContain("Shipping information");
    expect(details).toMatch(/<a (?=[^>]*aria-label="Close")[^>]*href="\/profile\/orders\?page=2"/);
  });

  test("a receipt has date, number, lines, contact and what was paid", async () => {
    const ada = await signedInUser();
    const items = [
      { name: "Long Grain Rice, 50 kg", price_kobo: 4_250_000, quantity: 12 },
      { name: "Soap", price_kobo: 100_050, quantity: 1 },
    ];
    const id = await makeOrder(shop.shop.database, ada.id, { created_at: new Date("2026-11-20T23:30:00Z"), items });
    const text = textOf((await ada.visitor.get(`/profile/orders/${id}/receipt`)).text);
    for (const part of [
      `Order #${id.slice(0, 8).toUpperCase()}`,
      "November 21, 2026",
      "12 × ₦42,500.00",
      "₦511,000.50",
      "12 Allen Avenue, Ikeja, Lagos, 100001",
      "08031234567",
      `WH${id}`,
      "hello@oja.example",
    ])
      expect(text).toContain(part);
  });

  test("another person's order is not found, as page, as data and as JSON, like one that never was", async () => {
    const [ada, bola] = [await signedInUser(), await signedInUser()];
    const hers = await makeOrder(shop.shop.database, ada.id);
    const guests = await makeOrder(shop.shop.database, null);
    const tries = [hers, guests, randomUUID(), "A1B2C3D4", "%27%20or%20true"];
    for (const path of ["/profile/orders?order=", "/profile/orders.data?order=", "/profile/orders/"]) {
      for (const id of tries) {
        const answer = await bola.visitor.get(`${path}${id}`);
        expect([path, id, answer.status]).toEqual([path, id, 404]);
        expect(answer.text).not.toContain("Allen Avenue");
      }
    }
    expect((await bola.visitor.get(`/profile/orders/${hers}/receipt`)).status).toBe(404);
    const own = await ada.visitor.get(`/profile/orders/${hers}`);
    expect(own.status).toBe(200);
    expect(own.headers.get("Cache-Control")).toBe("no-store");
    expect(own.json).toMatchObject({ id: hers, order_status: "processing", total_amount_kobo: 8_500_000 });
    expect(own.text).not.toContain("access_token");
  });
});

test("signing out everywhere else ends the other streams of /events at once", async () => {
  const person = await makeCustomer(shop);
  const [here, there] = [await signedIn(shop, person), await signedIn(shop, person)];
  const clients = [await followEvents(shop, cookieOf(here)), await followEvents(shop, cookieOf(there))];
  expect((await here.auth("/revoke-other-sessions", {})).status).toBe(200);
  await expect.poll(() => clients.map(({ isOver }) => isOver), { timeout: 15_000 }).toEqual([false, true]);
  expect((await here.auth("/sign-out", {})).status).toBe(200);
  await expect.poll(() => clients.map(({ isOver }) => isOver), { timeout: 15_000 }).toEqual([true, true]);
});

describe("/admin/events", () => {
  const path = "/admin/events";
  const staffed = async (staff: "owner" | "packer" = "packer") => {
    const who = await makeCustomer(shop, { role: "admin", staff });
    return { ...who, cookie: cookieOf(await signedIn(shop, who)) };
  };
  const read = (cookie: string, method = "GET") => fetch(shop.url + path, { method, headers: { Cookie: cookie } });

  test("is for staff alone, and for reading", async () => {
    const { visitor } = await signedInUser();
    for (const [cookie, status] of [
      ["", 401],
      ["oja.session_token=abc.def", 401],
      [cookieOf(visitor), 403],
    ] as const) {
      const answer = await read(cookie);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([status, "no-store"]);
    }
    expect((await read((await staffed()).cookie, "POST")).status).toBe(405);
  });

  test("tells how many are to be packed and which are new, also of guests' orders; changes close together once", async () => {
    const { cookie } = await staffed();
    await sql("update orders set order_status = 'delivered'");
    const client = await followEvents(shop, cookie, { path });
    await expect.poll(() => client.data).toMatchObject([{ to_pack: 0 }]);
    const [one, two] = [await makeOrder(shop.shop.database, null), await makeOrder(shop.shop.database, null)];
    await expect.poll(() => client.data.at(-1)).toMatchObject({ to_pack: 2 });
    const [newest] = client.data.slice(-1) as { newest: string[] }[];
    expect(newest?.newest.slice(0, 2).toSorted()).toEqual([one, two].toSorted());
    const before = client.data.length;
    await sql("update orders set order_status = 'shipped' where order_status = 'processing'");
    await sql("update orders set order_status = 'delivered' where order_status = 'shipped'");
    await expect.poll(() => client.data.at(-1)).toMatchObject({ to_pack: 0 });
    expect(client.data.length - before).toBeLessThanOrEqual(2);
    client.leave();
  });

  test("ends with the session, and with the role", async () => {
    const [gone, demoted] = [await staffed(), await staffed("owner")];
    const clients: Awaited<ReturnType<typeof followEvents>>[] = [];
    for (const { cookie } of [gone, demoted]) clients.push(await followEvents(shop, cookie, { path }));
    const counts = [1, 1];
    await expect.poll(() => clients.map(({ data }) => data.length)).toEqual(counts);
    await sql("delete from sessions where user_id = $1", [gone.id]);
    await sql("update users set role = 'customer', staff_role = null where id = $1", [demoted.id]);
    // Without an order, and before a heartbeat could end them.
    await expect.poll(() => clients.map(({ isOver }) => isOver), { timeout: 15_000 }).toEqual([true, true]);
    await makeOrder(shop.shop.database, null);
    expect(clients.map(({ data }) => data.length)).toEqual(counts);
    expect([(await read(gone.cookie)).status, (await read(demoted.cookie)).status]).toEqual([401, 403]);
  });

  test("keeps six streams of a person, the newest ones", async () => {
    const { cookie } = await staffed();
    const clients: Awaited<ReturnType<typeof followEvents>>[] = [];
    for (let n = 0; n < 8; n += 1) clients.push(await followEvents(shop, cookie, { path }));
    await expect.poll(() => clients.map(({ isOver }) => isOver).indexOf(false)).toBe(2);
    for (const client of clients) client.leave();
  });
});

describe("/events", () => {
  const read = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(`${shop.url}/events`, { method, headers, signal: AbortSignal.timeout(60_000) });

  test.each([
    ["no cookie", {}],
    ["a made-up session", { Cookie: "oja.session_token=abc.def" }],
    ["a token in the header instead", { Authorization: "Bearer abc" }],
  ])("answers 401 to %s", async (_, headers) => {
    const answer = await read(headers);
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([401, "no-store"]);
  });

  test.each(["POST", "HEAD", "DELETE"])("is not for %s", async (method) => {
    const { visitor } = await signedInUser();
    expect((await read({ Cookie: cookieOf(visitor) }, method)).status).toBe(405);
  });

  test("is not cached, transformed or buffered", async () => {
    const { visitor } = await signedInUser();
    const client = await followEvents(shop, cookieOf(visitor));
    const header = (name: string) => client.response.headers.get(name);
    expect(header("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect([header("Cache-Control"), header("X-Accel-Buffering")]).toEqual(["no-store, no-transform", "no"]);
    expect(header("Content-Encoding")).toBeNull();
    client.leave();
  });

  test("sends events of own orders only", async () => {
    const [ada, bola, admin] = [await signedInUser(), await signedInUser(), await signedInUser("admin")];
    const hers = await makeOrder(shop.shop.database, ada.id);
    const his = await makeOrder(shop.shop.database, bola.id);
    const clients: Awaited<ReturnType<typeof followEvents>>[] = [];
    for (const { visitor } of [ada, bola, admin]) {
      clients.push(await followEvents(shop, cookieOf(visitor), { lastEventId: "0" }));
    }
    for (const id of [hers, his, await makeOrder(shop.shop.database, null)]) {
      await setStatus(shop.shop.database, id, "shipped");
    }
    const receivedIds = () => clients.map((client) => [...new Set(client.received.map(({ id }) => id))]);
    await expect.poll(receivedIds).toEqual([[hers], [his], []]);
    for (const client of clients) client.leave();
  });

  test.each(["", "abc", "-1", "1e3", "99999999999999999999", "1; drop table orders"])(
    "takes a place that is none (%s) for now",
    async (lastEventId) => {
      const { id, visitor } = await signedInUser();
      const order = await makeOrder(shop.shop.database, id);
      const client = await followEvents(shop, cookieOf(visitor), { lastEventId });
      await setStatus(shop.shop.database, order, "shipped");
      await expect.poll(() => client.received.map((one) => one.id)).toEqual([order]);
      client.leave();
    },
  );

  test("sends nothing after the session has ended", async () => {
    const { id, visitor } = await signedInUser();
    const order = await makeOrder(shop.shop.database, id);
    const client = await followEvents(shop, cookieOf(visitor));
    await sql("delete from sessions where user_id = $1", [id]);
    await setStatus(shop.shop.database, order, "shipped");
    await expect.poll(() => client.isOver).toBe(true);
    expect(client.received).toEqual([]);
    expect((await read({ Cookie: cookieOf(visitor) })).status).toBe(401);
  });

  test("keeps ten streams of a person, the newest ones", async () => {
    const { visitor } = await signedInUser();
    const clients: Awaited<ReturnType<typeof followEvents>>[] = [];
    for (let n = 0; n < 12; n += 1) clients.push(await followEvents(shop, cookieOf(visitor)));
    await expect.poll(() => clients.map(({ isOver }) => isOver).indexOf(false)).toBe(2);
    expect(clients.filter(({ isOver }) => !isOver)).toHaveLength(10);
    for (const client of clients) client.leave();
  });
});

test("wherever an order is read, its lines have one sequence, and the substitute phone is with the phone", async () => {
  const items = ["Shirt, M", "Shirt, XL", "Shirt, 3XL", "Bar soap", "Ofada rice"].map((name) => ({
    name,
    price_kobo: 100_000,
    quantity: 2,
  }));
  const access_token = "t".repeat(32);
  const [ada, owner] = [await signedInUser(), (await signedInUser("admin")).visitor];
  const options = { items, substitute_phone: "0806 555 4433", access_token };
  const id = await makeOrder(shop.shop.database, ada.id, options);
  await makeAttempt(shop.shop.database, { access_token, status: "settled", hold: "sold", order_id: id });
  const sequence = new RegExp(items.map(({ name }) => name).join(".*"), "s");
  const places: [Visitor, path: string, phone: string][] = [
    [ada.visitor, `/checkout/payment-success?token=${access_token}`, "0806 555 4433"],
    [ada.visitor, `/profile/orders?order=${id}`, "0806 555 4433"],
    [ada.visitor, `/profile/orders/${id}/receipt`, "0806 555 4433"],
    [owner, `/admin/orders/${id}`, "0806 555 4433"],
    [owner, `/admin/orders/slips?id=${id}`, "or 0806 555 4433"],
    [owner, `/admin/orders/export?q=${id.slice(0, 8).toUpperCase()}`, "0806 555 4433"],
  ];
  for (const [who, path, phone] of places) {
    const text = textOf((await who.get(path)).text.replaceAll(/<script.*?<\/script>/gs, ""));
    expect(text, path).toMatch(sequence);
    expect(text, path).toContain(phone);
  }
});
