import { expect, onTestFinished, test } from "vitest";
import { mailbox_messages } from "#db/schema/mail.ts";
import { sharedDatabase } from "#tests/setup/database.ts";
import { linksOf } from "./links.ts";
import { startMailbox } from "./start.ts";
import { mailboxStore, type Mail, type MailSummary } from "./store.ts";

const database = sharedDatabase();
const SHOP = "http://127.0.0.1:3000";

async function mailbox() {
  const { db } = database();
  const store = mailboxStore(db);
  const server = await startMailbox({ port: 0, store, shopUrl: () => SHOP });
  onTestFinished(() => server.close());
  let minute = 0;
  return {
    store,
    url: server.url,
    add: async (mail: Partial<typeof mailbox_messages.$inferInsert> = {}) => {
      const created_at = new Date(Date.UTC(2026, 0, 5, 22, minute++));
      const row = {
        from_address: "Oja <shop@oja.test>",
        to_address: "ada@shop.ng",
        subject: "Order",
        html: "<p>Hi</p>",
        text: "Hi",
        created_at,
        ...mail,
      };
      const [made] = await db.insert(mailbox_messages).values(row).returning({ id: mailbox_messages.id });
      return made?.id ?? "";
    },
    page: async (path: string) => {
      const response = await fetch(server.url + path);
      return {
        status: response.status,
        policy: response.headers.get("content-security-policy") ?? "",
        html: await response.text(),
      };
    },
    json: async <T>(path: string) => (await (await fetch(server.url + path)).json()) as T,
  };
}

test("the newest mail comes first, with Lagos time", async () => {
  const box = await mailbox();
  await box.add({ subject: "First" });
  await box.add({ subject: "Second", created_at: new Date("2026-01-05T23:30:00Z") });
  const { html } = await box.page("/");
  expect(html.indexOf("Second")).toBeGreaterThan(0);
  expect(html.indexOf("Second")).toBeLessThan(html.indexOf("First"));
  expect(html).toMatch(/datetime="2026-01-05T23:30:00.000Z">0?6 Jan 2026, (00|12):30/);
});

test.each([
  ["ADA@", ["To Ada"]],
  ["reset", ["Reset your password"]],
  ["shop@oja", ["Reset your password", "To Ada"]],
  ["%", []],
  ["nothing", []],
])("search for %s looks in addresses and subject", async (search, subjects) => {
  const box = await mailbox();
  await box.add({ subject: "To Ada" });
  await box.add({ subject: "Reset your password", to_address: "bola@shop.ng" });
  const found = await box.json<MailSummary[]>(`/api/messages?q=${encodeURIComponent(search)}`);
  expect(found.map(({ subject }) => subject)).toEqual(subjects);
  expect((await box.page(`/?q=${encodeURIComponent(search)}`)).html.includes("Nothing found")).toBe(
    subjects.length === 0,
  );
});

test("a hostile mail stays text on the page and locked in its frame", async () => {
  const box = await mailbox();
  const evil = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
  const id = await box.add({
    subject: evil,
    from_address: evil,
    to_address: evil,
    html: `</iframe>${evil}`,
    text: `</pre>${evil}`,
  });
  for (const path of ["/", `/?q=${encodeURIComponent("<script>")}`, `/messages/${id}`, `/messages/${id}?pane=text`]) {
    const { html, policy } = await box.page(path);
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<img");
    expect(html.match(/<\/iframe>/g)?.length ?? 0).toBe(path === `/messages/${id}` ? 1 : 0);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
  }
  const { html } = await box.page(`/messages/${id}`);
  expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
});

test("a mail shows its frame, its text and its links", async () => {
  const box = await mailbox();
  const link = `${SHOP}/reset-password?token=a&amp;b=1`;
  const id = await box.add({
    html: `<html><head><title>x</title></head><body><a href="${link}"><b>Choose</b> a new password</a></body></html>`,
    text: "Plain words",
  });
  const mail = await box.page(`/messages/${id}`);
  expect(mail.html).toContain(`<a href="${link}">Choose a new password</a>`);
  expect(mail.html).toContain("&lt;head&gt;&lt;base target=&quot;_blank&quot;&gt;");
  expect((await box.page(`/messages/${id}?pane=text`)).html).toMatch(/<pre[^>]*>\nPlain words<\/pre>/);
  expect(await box.json<Mail>(`/api/messages/${id}`)).toMatchObject({
    id,
    to: "ada@shop.ng",
    subject: "Order",
    text: "Plain words",
  });
});

test.each(["not-an-id", "00000000-0000-4000-8000-000000000000"])("mail %s is not found", async (id) => {
  const box = await mailbox();
  expect((await box.page(`/messages/${id}`)).status).toBe(404);
  expect(await box.json(`/api/messages/${id}`)).toEqual({ message: "Not found" });
});

test("clearing empties the mailbox, but not from another site", async () => {
  const box = await mailbox();
  await box.add();
  const clear = (origin: string) =>
    fetch(`${box.url}/clear`, { method: "POST", headers: { origin }, redirect: "manual" });
  expect((await clear("http://evil.test")).status).toBe(403);
  expect((await clear("null")).status).toBe(403);
  expect(await box.store.list({ limit: 10 })).toHaveLength(1);
  expect((await clear(box.url)).status).toBe(303);
  expect(await box.store.list({ limit: 10 })).toEqual([]);
  expect((await box.page("/")).html).toContain("No mail yet");
});

test.each([
  ['<a href="https://a.test/x">A</a>', [{ href: "https://a.test/x", label: "A" }]],
  [
    "<a class=\"b\" href='http://a.test/?a=1&amp;b=2'>B &amp; C</a>",
    [{ href: "http://a.test/?a=1&b=2", label: "B & C" }],
  ],
  ['<a href="http://a.test/"><img alt=""></a>', [{ href: "http://a.test/", label: "http://a.test/" }]],
  ['<a href="http://a.test/">A</a><a href="http://a.test/">again</a>', [{ href: "http://a.test/", label: "A" }]],
  ['<a href="javascript:alert(1)">no</a><a href="java&#x73;cript:alert(1)">no</a><a href="mailto:a@b.ng">no</a>', []],
  ['<a href="https://x.test/?a=1&constructor;">Go</a>', [{ href: "https://x.test/?a=1&constructor;", label: "Go" }]],
])("links of %s", (html, links) => expect(linksOf(html)).toEqual(links));
