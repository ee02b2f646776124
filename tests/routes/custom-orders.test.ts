import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOffer } from "#app/flows/make-offer.server.ts";
import { DECOY_FIELD } from "#app/lib/submissions.ts";
import { removePicture } from "#app/platform/files/uploaded-pictures.server.ts";
import { newSubmissionId } from "#app/platform/submissions.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { actorOf } from "../fixtures/actors.ts";
import { makeCustomOrder } from "../fixtures/custom-orders.ts";
import { BEHIND_PROXY, makeCustomer, messageTo, newEmail, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let photo: Buffer;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  const blank = sharp({ create: { width: 40, height: 30, channels: 3, background: "#264" } });
  photo = await blank.png().toBuffer();
});
afterAll(async () => {
  for (const { image_url } of await rows("select image_url from custom_orders where image_url is not null"))
    await removePicture(shop.shop.files, String(image_url));
  await shop.close();
});
beforeEach(() => shop.shop.database.sql("delete from rate_limits"));

const rows = async (text: string, values: unknown[] = []) => (await shop.shop.database.sql(text, values)).rows;
const openFor = (ms: number) => newSubmissionId(Date.now() - ms);
const embedded = () => `data:image/png;base64,${photo.toString("base64")}`;

function request(change: Record<string, string> = {}): Record<string, string> {
  return {
    submission_id: openFor(60_000),
    name: "Emeka Obi",
    email: newEmail(),
    phone: "08031234567",
    description: "Enamel basins",
    quantity: "40",
    ...change,
  };
}

const stored = (email = "") => rows("select * from custom_orders where email = $1", [email]);
const hrefIn = (text: string) => /\/custom-order\/[\w-]{32}/.exec(text)?.[0] ?? "";

test("an embedded picture goes to file storage, and the acknowledgement leads to the request", async () => {
  const fields = request({ image_url: embedded() });
  const answer = await new Visitor(shop.url).form("/custom-order", fields);
  expect(answer.status).toBe(200);
  const [row] = await stored(fields["email"]);
  expect(row).toMatchObject({ name: "Emeka Obi", quantity: 40, status: "pending", user_id: null });
  expect(row?.["image_url"]).toMatch(/^\/files\/requests\/[0-9a-f]{2}\/[0-9a-f]{32}\.webp$/);
  expect((await fetch(`${shop.url}${String(row?.["image_url"])}`)).headers.get("Content-Type")).toBe("image/webp");
  const number = String(row?.["id"]).slice(0, 8).toUpperCase();
  expect(answer.text).toContain(number);
  const mail = await messageTo(shop, fields["email"] ?? "");
  expect(mail.subject).toBe(`We received your request ${number}`);
  const page = await new Visitor(shop.url).get(hrefIn(mail.text));
  expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  for (const words of ["Enamel basins", "There is no offer yet."]) expect(page.text).toContain(words);
  expect(page.text).toContain('<meta name="robots" content="noindex"/>');
  expect((await new Visitor(shop.url).get(`/custom-order/${"x".repeat(32)}`)).status).toBe(404);
});

test("a form that is sent twice, also at once, is one request with one picture and one mail", async () => {
  const fields = request({ image_url: embedded() });
  const visitor = new Visitor(shop.url);
  const answers = await Promise.all([1, 2, 3].map(() => visitor.form("/custom-order", fields)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ text }) => hrefIn(text)))).toHaveLength(1);
  expect(await stored(fields["email"])).toHaveLength(1);
  await messageTo(shop, fields["email"] ?? "");
  expect(await rows("select 1 from mails where to_address = $1", [fields["email"]])).toHaveLength(1);
});

test.each([
  ["nothing typed", { name: "", email: "", phone: "", description: " " }, "Please fill in all required fields."],
  ["one field empty", { phone: "" }, "Please fill in all required fields."],
  ["no quantity", { quantity: "0" }, "Quantity must be at least 1."],
  ["half a quantity", { quantity: "1.5" }, "Quantity must be at least 1."],
  ["a negative quantity", { quantity: "-3" }, "Quantity must be at least 1."],
  ["too large a quantity", { quantity: "10000000000" }, "Quantity must be at most 1,000,000."],
  ["a wrong address", { email: "emeka" }, "Please enter a valid email address."],
  ["a wrong number", { phone: "12" }, "Please enter a valid phone number."],
  ["30,000 characters", { description: "x".repeat(30_000) }, "Please use at most 20,000 characters."],
  ["an SVG", { image_url: "data:image/svg+xml;base64,PHN2Zy8+" }, "Please choose a JPEG"],
  ["a filled decoy", { [DECOY_FIELD]: "https://spam.example" }, "hidden field"],
  ["a form that was open for a moment", { submission_id: openFor(-3_600_000) }, "That was very quick."],
  ["no form of ours", { submission_id: "1" }, "This form is out of date."],
])("%s is refused with 422, keeps what was typed and stores nothing", async (_, change, sentence) => {
  const fields = request({ name: "<b>Kept</b>", ...change });
  const answer = await new Visitor(shop.url).form("/custom-order", fields);
  expect(answer.status).toBe(422);
  expect(answer.text).toContain(sentence);
  if (fields["name"]) expect(answer.text).toContain("&lt;b&gt;Kept&lt;/b&gt;");
  expect(await stored(fields["email"])).toEqual([]);
});

test("a picture above 5 MB is refused as too large; a flood of one address is stopped", async () => {
  const large = request({ image_url: `data:image/png;base64,${Buffer.alloc(5 * 1_048_576 + 1).toString("base64")}` });
  const visitor = new Visitor(shop.url);
  const answer = await visitor.form("/custom-order", large);
  expect([answer.status, answer.text.includes("Please select an image smaller than 5MB.")]).toEqual([422, true]);
  for (let sent = 1; sent < 30; sent += 1) expect((await visitor.form("/custom-order", request())).status).toBe(200);
  const stopped = await visitor.form("/custom-order", request());
  expect([stopped.status, stopped.text.includes("Too many messages came from your network.")]).toEqual([429, true]);
});

test("a file above all limits is answered in words, and so is a link to a request that is gone", async () => {
  const form = new FormData();
  form.set("image", new File([Buffer.alloc(20.5 * 1_048_576)], "huge.jpg", { type: "image/jpeg" }));
  const headers = { Origin: shop.url };
  const answer = await new Visitor(shop.url).send("/custom-order", { method: "POST", body: form, headers });
  expect([answer.status, answer.text.includes("Please select an image smaller than 5MB.")]).toEqual([413, true]);
  const gone = await new Visitor(shop.url).get(`/custom-order/${"x".repeat(32)}`);
  expect([gone.status, gone.text.includes("This link no longer works")]).toEqual([404, true]);
});

test("a stranger's mailbox is not flooded: three acknowledgements an hour", async () => {
  const email = newEmail();
  for (let sent = 0; sent < 5; sent += 1)
    expect((await new Visitor(shop.url).form("/custom-order", request({ email }))).status).toBe(200);
  expect(await stored(email)).toHaveLength(5);
  expect(await rows("select 1 from mails where to_address = $1", [email])).toHaveLength(3);
});

test("a customer's form is filled in; My Requests and the export have the request, and deletion takes it away", async () => {
  const person = await makeCustomer(shop);
  const me = await signedIn(shop, person);
  expect((await me.get("/custom-order")).text).toContain(`value="${person.email}"`);
  const answer = await me.form("/custom-order", request({ email: person.email, image_url: embedded() }));
  expect(answer.status).toBe(200);
  const [row] = await stored(person.email);
  const list = await me.get("/profile/requests");
  expect(list.text).toContain(`href="${hrefIn(answer.text)}"`);
  const other = await signedIn(shop, await makeCustomer(shop));
  expect((await other.get("/profile/requests")).text).toContain("No requests yet");
  expect((await new Visitor(shop.url).get("/profile/requests")).headers.get("Location")).toBe("/login");
  const data = await me.get("/profile/data.json");
  expect(data.json["requests"]).toMatchObject([{ description: "Enamel basins", quantity: 40, offers: [] }]);
  expect(data.text).not.toContain(String(row?.["access_token"]));
  await me.form("/profile?tab=security", { intent: "delete-account", confirmed: "yes" });
  expect(await stored(person.email)).toEqual([]);
  expect((await fetch(`${shop.url}${String(row?.["image_url"])}`)).status).toBe(404);
});

test("the list and its posts are for those who have the right, however they come", async () => {
  const { id } = await makeCustomOrder(shop.shop.database);
  const change = { intent: "status", id, version: "1", status: "completed" };
  const packer = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "packer" }));
  const customer = await signedIn(shop, await makeCustomer(shop));
  for (const who of [new Visitor(shop.url), customer, packer]) {
    for (const path of ["/admin/custom-orders", `/admin/custom-orders/${id}`]) {
      for (const answer of [await who.get(path), await who.form(path, change), await who.get(`${path}.data`)]) {
        expect(answer.text).not.toContain("Adaeze");
        expect(answer.status === 302 || answer.status === 202 || answer.status === 403).toBe(true);
      }
    }
  }
  expect(await rows("select status from custom_orders where id = $1", [id])).toEqual([{ status: "pending" }]);
  const sales = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "sales" }));
  const shown = await sales.get(`/admin/custom-orders?q=${id.slice(0, 8)}`);
  expect(shown.text).toContain("Adaeze Obi");
  expect((await sales.get("/admin/custom-orders?q=0803-123-4567")).text).toContain(id.slice(0, 8).toUpperCase());
  expect((await sales.get("/admin/custom-orders?q=nobody%25")).text).toContain("No custom orders found");
  expect((await sales.form("/admin/custom-orders", change)).status).toBe(200);
  const again = await sales.form("/admin/custom-orders", { ...change, status: "pending" });
  expect([again.status, again.text.includes("Failed to update order status")]).toEqual([409, true]);
  expect((await sales.get(`/admin/custom-orders/${crypto.randomUUID()}`)).status).toBe(404);
});

test("an offer that expired is not paid and says so; the paid one says so too, takes no second payment, and is Paid in the list", async () => {
  const { id, token } = await makeCustomOrder(shop.shop.database);
  const boss = await makeCustomer(shop, { role: "admin" });
  const lines = [{ product: "", name: "Enamel basin 40 cm", unit: "", quantity: 40, price: "12,500.50" }];
  const offer = { id, version: 1, message: "", valid_days: 3, lines };
  const made = await makeOffer({ ...shop.shop, payments: null }, actorOf(boss.id, "admin"), offer);
  if (!made.ok) throw new Error(made.reason);
  const buyer = new Visitor(shop.url);
  const contact = { name: "Adaeze Obi", email: newEmail(), phone: "0803 123 4567", address: "12 Allen Avenue" };
  const fields = { ...contact, city: "Ikeja", state: "Lagos", postal_code: "", offer: made.offer_id, channel: "popup" };
  const path = `/custom-order/${token}`;
  const pay = () => buyer.form(path, fields);
  await rows("update custom_order_offers set valid_until = now() - interval '1 hour' where id = $1", [made.offer_id]);
  const expired = await pay();
  expect([expired.status, expired.text]).toEqual([409, expect.stringContaining("This offer has expired.")]);
  expect(expired.text).not.toContain("Pay ₦");
  await rows("update custom_order_offers set valid_until = now() + interval '1 day' where id = $1", [made.offer_id]);
  expect((await buyer.get(path)).text).toContain("Pay ₦500,020.00");
  const staff = await signedIn(shop, boss);
  const list = async () => (await staff.get(`/admin/custom-orders?q=${id.slice(0, 8)}`)).text;
  // One is a choice of the filter.
  const countPaid = async () => (await list()).split(">Paid<").length;
  const before = await countPaid();
  expect((await pay()).status).toBe(303);
  const [attempt] = await rows("select reference from payment_attempts where customer_email = $1", [contact.email]);
  shop.demo?.paystack?.complete(String(attempt?.["reference"]), { outcome: "success" });
  await expect.poll(async () => (await buyer.get(path)).text).toContain("This offer is paid. Thank you!");
  const again = await pay();
  expect([again.status, again.headers.get("Location")]).toEqual([303, path]);
  expect(await rows("select 1 from payment_attempts where customer_email = $1", [contact.email])).toHaveLength(1);
  expect(await rows("select 1 from orders where customer_email = $1", [contact.email])).toHaveLength(1);
  expect((await buyer.get(path)).text).not.toContain("Pay ₦");
  expect(await countPaid()).toBeGreaterThan(before);
});
