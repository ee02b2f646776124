import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DELIVERY, RETURNS, TOP_LINKS } from "#app/features/site/content.ts";
import { FOOTER_LINKS, HELP_LINKS } from "#app/features/site/content/footer.ts";
import { formatDate } from "#app/lib/dates.ts";
import { DECOY_FIELD, SUBMISSION_FIELD } from "#app/lib/submissions.ts";
import { newSubmissionId } from "#app/platform/submissions.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { textOf } from "../fixtures/html.ts";
import { BEHIND_PROXY, makeCustomer, messageTo, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let grocery: string;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  const { rows } = await sql("insert into categories (name, slug) values ('Grocery', 'grocery') returning id");
  grocery = String(rows[0]?.["id"]);
});
afterAll(() => shop.close());

const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const visitor = () => new Visitor(shop.url);
const get = (path: string) => visitor().get(path);
/** The fields of a public form that was open for some time. */
const open = () => ({ [SUBMISSION_FIELD]: newSubmissionId(Date.now() - 60_000), [DECOY_FIELD]: "" });
const rowsOf = async (table: string) => (await sql(`select * from ${table}`)).rows;

describe("pages of words", () => {
  test.each([
    ["/about", "About Oja", [`${DELIVERY.about}, in ${DELIVERY.states}`]],
    [
      "/terms-of-service",
      "Terms of Service",
      [`return goods ${RETURNS.terms}`, RETURNS.refund, "Consumer Protection Act 2018"],
    ],
    ["/privacy-policy", "Privacy Policy", ["children under 13", "Nigeria Data Protection Act 2023", "72 hours"]],
    ["/faq", "Frequently asked questions", [DELIVERY.faqStandard, "All Questions", "Contact Support", "Call Us"]],
    ["/suppliers", "Suppliers", ["No suppliers listed yet", "Become a Supplier"]],
    ["/supplier-registration/success", "Registration received", ["2-3 business days"]],
    ["/contact", "Contact us", ["Send us a message", "hello@oja.example", "Monday to Friday, 9am to 5pm"]],
    ["/supplier-registration", "Become a supplier", ["24-48 hours", "+234", "Grocery"]],
  ])("%s says what it promises", async (path, heading, parts) => {
    const page = await get(path);
    expect(page.status).toBe(200);
    const text = textOf(page.text);
    for (const part of [heading, ...parts]) expect(text).toContain(part);
    expect(page.text).toMatch(new RegExp(`<title>[^<]+ \\| Oja</title>`));
    const isIndexed = !path.endsWith("/success");
    const canonical = `<link rel="canonical" href="${shop.url}${path}"/>`;
    expect(page.text).toContain(isIndexed ? canonical : '<meta name="robots" content="noindex"/>');
    if (isIndexed) expect(page.text).toMatch(/<meta name="description" content="[^"]{40,}"/);
  });

  test("legal pages were updated today", async () => {
    for (const path of ["/terms-of-service", "/privacy-policy"])
      expect(textOf((await get(path)).text)).toContain(`Last updated: ${formatDate(new Date())}`);
  });

  test("questions are found by address, without a script, and each answer is in the page", async () => {
    const shown = async (path: string) => /<main[\s\S]*<\/main>/.exec(textOf((await get(path)).text))?.[0] ?? "";
    const returns = await shown("/faq?category=returns&q=refund");
    expect(await shown("/faq")).toContain("counted from the day on which your payment is confirmed");
    expect(returns).toContain("When do I get my money back?");
    expect(returns).not.toContain("Where do you deliver?");
    expect(await shown("/faq?q=zebra")).toContain("No results found");
    expect((await get("/faq")).text).toMatch(/<details[^>]*name="faq"[^>]*>[\s\S]*?id="waybill"/);
  });

  test("no link of header, footer and these pages leads to 'not found'", async () => {
    const seen = new Set([...TOP_LINKS, ...FOOTER_LINKS, ...HELP_LINKS].map(({ to }) => to));
    const start = ["/", "/about", "/contact", "/faq", "/suppliers", "/supplier-registration", "/terms-of-service"];
    for (const path of [...start, "/privacy-policy", "/supplier-registration/success", "/login", "/nothing-here"]) {
      const { text } = await get(path);
      for (const [, href = ""] of text.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) seen.add(href.replaceAll("&amp;", "&"));
      for (const [, id] of text.matchAll(/<a [^>]*href="#([^"]+)"/g)) expect(text).toContain(`id="${id}"`);
    }
    const missing: string[] = [];
    for (const href of seen) {
      const { status } = await get(href);
      if (status >= 400) missing.push(`${href} (${status})`);
    }
    expect(missing).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
  });

  test("an address that is no page says so, with status 404 and a link home", async () => {
    const page = await get("/nothing-here");
    expect(page.status).toBe(404);
    expect(textOf(page.text)).toContain("Oops! Page not found");
    expect(page.text).toMatch(/<a[^>]*href="\/"[^>]*>Back to Home/);
    expect((await get("/suppliers?page=9")).status).toBe(404);
  });
});

describe("settings", () => {
  const about = async () => textOf((await get("/about")).text);

  test("name, contact and WhatsApp number are on every page as soon as they are saved", async () => {
    expect(await about()).toContain("About Oja");
    const general = { storeName: "Kano Depot", storeEmail: "ask@kano.example", storePhone: "0803 123 4567" };
    await sql("insert into admin_settings (category, settings) values ('general', $1)", [
      JSON.stringify({ ...general, whatsappNumber: "0803 123 4567" }),
    ]);
    await vi.waitFor(async () => expect(await about()).toContain("About Kano Depot"), { timeout: 30_000 });
    const { text } = await get("/contact");
    for (const part of [
      "<title>Contact us | Kano Depot</title>",
      'aria-label="Kano Depot, home"',
      "mailto:ask@kano.example",
      "tel:08031234567",
      "https://wa.me/2348031234567?text=Hello%2C%20I%20have%20a%20question",
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/hello@oja|700 000 0000/);
    const { json: manifest } = await get("/manifest.webmanifest");
    expect(manifest["short_name"]).toBe("Kano Depot");
    expect(manifest["name"]).toBe("Kano Depot: wholesale for every shop in Nigeria");
    await shop.shop.sms.send({ id: crypto.randomUUID(), to: "+2348031230001", text: "Hello" });
    expect((await rowsOf("mailbox_messages")).at(-1)?.["from_address"]).toBe("Kano Depot (SMS)");
    const person = await makeCustomer(shop);
    const me = await signedIn(shop, person);
    const { json } = await me.auth("/two-factor/enable", { password: person.password });
    const uri = new URL(String(json["totpURI"]));
    expect(decodeURIComponent(uri.pathname)).toBe(`/Kano Depot:${person.email}`);
    expect(uri.searchParams.get("issuer")).toBe("Kano Depot");
    expect((await me.get("/api/auth/passkey/generate-register-options")).json["rp"]).toMatchObject({
      name: "Kano Depot",
    });
    await sql('update admin_settings set settings = \'{"whatsappNumber":""}\'');
    await vi.waitFor(async () => expect(await about()).toContain("About Oja"), { timeout: 30_000 });
    expect((await get("/contact")).text).not.toContain("wa.me");
    await sql("delete from admin_settings");
  });
});

describe("the contact form", () => {
  const MESSAGE = { name: "Ada Obi", email: "ada@letters.example", message: "How much is a carton of milk?" };

  test("without a script: stored once however often it is sent, and acknowledged by mail", async () => {
    const who = visitor();
    const form = { ...MESSAGE, ...open() };
    for (const _ of [1, 2]) {
      const answer = await who.form("/contact", form);
      expect(answer.status).toBe(200);
      expect(textOf(answer.text)).toContain("Message sent successfully");
      // The form is empty again.
      expect(answer.text).not.toContain("carton of milk");
    }
    expect(await rowsOf("contact_messages")).toMatchObject([
      { ...MESSAGE, subject: "Contact Form Submission", is_read: false },
    ]);
    const mail = await messageTo(shop, MESSAGE.email);
    expect(mail.subject).toBe("We received your message");
    expect(mail.text).toContain("Thank you for shopping with us!");
  });

  test("says what is wrong at the field and keeps what was typed", async () => {
    const answer = await visitor().form("/contact", { name: "A", email: "no", message: "Short <b>", ...open() });
    expect(answer.status).toBe(422);
    const text = textOf(answer.text);
    for (const part of [
      "Name must be at least 2 characters",
      "Please enter a valid email address",
      "Message must be at least 10 characters",
      "Error sending message",
    ])
      expect(text).toContain(part);
    expect(answer.text).toContain("Short &lt;b&gt;</textarea>");
    expect(answer.text).toContain('value="no"');
  });

  test("programs and floods are refused, and nothing typed is lost", async () => {
    const before = (await rowsOf("contact_messages")).length;
    for (const more of [
      { ...open(), [DECOY_FIELD]: "https://spam.example" },
      { [SUBMISSION_FIELD]: newSubmissionId() },
      { [SUBMISSION_FIELD]: "" },
    ]) {
      const answer = await visitor().form("/contact", { ...MESSAGE, ...more });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain("carton of milk?</textarea>");
    }
    expect(
      (await visitor().form("/contact", { ...MESSAGE, ...open() }, { Origin: "https://evil.example" })).status,
    ).toBe(403);
    const long = await visitor().form("/contact", { ...MESSAGE, message: "x".repeat(100_000), ...open() });
    expect(long.status).toBe(413);
    expect(textOf(long.text)).toContain("At most 64 KB can be sent here at once");
    expect(await rowsOf("contact_messages")).toHaveLength(before);
    const flood = visitor();
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) statuses.push((await flood.form("/contact", { ...MESSAGE, ...open() })).status);
    expect([...new Set(statuses.slice(0, 30))]).toEqual([200]);
    expect(statuses.at(-1)).toBe(429);
  });

  test("is filled in for the signed-in user, and not cached", async () => {
    const person = await makeCustomer(shop);
    const page = await (await signedIn(shop, person)).get("/contact");
    expect(page.text).toContain(`value="${person.email}"`);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect((await get("/contact")).text).not.toContain(person.email);
  });
});

describe("supplier registration", () => {
  const form = () => ({
    name: "Kano Grain",
    address: "4 Bello Road, Kano, Kano",
    category_id: grocery,
    whatsapp_contact: "+234 803 123 4567",
    email: "trade@kano.example",
    ...open(),
  });
  const post = (fields: Record<string, string>) => visitor().form("/supplier-registration", fields);

  test.each([
    [{ name: " " }, 422, "Validation Error. Please fill in all required fields."],
    [{ email: "trade@kano" }, 422, "Invalid Email. Please enter a valid email address."],
    [{ category_id: "nonsense" }, 422, "Please choose a category from the list."],
    [{ [SUBMISSION_FIELD]: "old" }, 422, "Registration Failed. This form is out of date."],
  ])("%j is refused with its sentence", async (change, status, sentence) => {
    const answer = await post({ ...form(), ...change });
    expect(answer.status).toBe(status);
    expect(textOf(answer.text).replaceAll(/\s+/g, " ")).toContain(sentence);
    expect(answer.text).toContain('value="4 Bello Road, Kano, Kano"');
    expect(await rowsOf("suppliers")).toEqual([]);
  });

  test("without its categories the form says so", async () => {
    await sql("alter table categories rename to lost");
    try {
      const page = await get("/supplier-registration");
      expect(page.status).toBe(200);
      expect(page.text).toContain("Failed to load categories. Please refresh the page.");
    } finally {
      await sql("alter table lost rename to categories");
    }
  });

  test("is answered with its words, waits for review, and is not listed before that", async () => {
    const fields = form();
    const answer = await post(fields);
    await post(fields);
    const text = textOf(answer.text);
    expect(text).toContain("Registration Successful");
    expect(text).toContain(
      "Your supplier registration has been submitted successfully. We will review and contact you soon.",
    );
    expect(answer.text).toContain('content="2;url=/supplier-registration/success"');
    expect(answer.text).not.toContain('value="4 Bello Road');
    expect(await rowsOf("suppliers")).toMatchObject([{ name: "Kano Grain", status: "pending" }]);
    expect((await messageTo(shop, "trade@kano.example")).subject).toBe("We received your supplier registration");
    expect((await get("/suppliers")).text).not.toContain("Kano Grain");
    await sql("update suppliers set status = 'approved'");
    await vi.waitFor(async () => expect((await get("/suppliers")).text).toContain("Kano Grain"), { timeout: 30_000 });
    const listed = (await get("/suppliers")).text;
    for (const secret of ["trade@kano.example", "803 123 4567"]) expect(listed).not.toContain(secret);
  });
});

describe("newsletter", () => {
  test("an address subscribes by its mailbox and leaves in one click, also by its mail program", async () => {
    const email = "ada@news.example";
    expect((await visitor().form("/newsletter", { email, source: "home" })).status).toBe(303);
    const mail = await messageTo(shop, email);
    const link = (name: string) =>
      new RegExp(`${shop.url}(/newsletter/${name}\\?token=[\\w-]+)`).exec(mail.text)?.[1] ?? "";
    const [confirm, leave] = [link("confirm"), link("unsubscribe")];
    const { rows } = await sql("select headers from mailbox_messages where to_address = $1", [email]);
    expect(rows[0]?.["headers"]).toEqual({
      "List-Unsubscribe": `<${shop.url}${leave}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    const state = async () =>
      (await sql("select confirmed_at, unsubscribed_at from newsletter_subscribers where email = $1", [email])).rows[0];
    // Opening the links changes nothing.
    expect(textOf((await get(confirm)).text)).toContain(`Shall the newsletter go to ${email}?`);
    await get(leave);
    expect(await state()).toEqual({ confirmed_at: null, unsubscribed_at: null });
    expect(textOf((await visitor().form(confirm, {})).text)).toContain("You are subscribed");
    expect(await state()).toMatchObject({ confirmed_at: expect.any(Date) as Date });
    expect((await get(confirm)).headers.get("Cache-Control")).toBe("no-store");

    const program = await visitor().send(leave, {
      method: "POST",
      body: "List-Unsubscribe=One-Click",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(program.status).toBe(200);
    expect(await state()).toMatchObject({ unsubscribed_at: expect.any(Date) as Date });
    expect(textOf((await get(leave)).text)).toContain("You are unsubscribed");
    for (const path of ["/newsletter/confirm?token=x", "/newsletter/unsubscribe", leave.replace(/.{4}$/, "0000")])
      expect(await get(path)).toMatchObject({
        status: 404,
        text: expect.stringMatching("link no longer works") as string,
      });
  });
});
