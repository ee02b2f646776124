import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { adminReady, expectFit, expectFitAtBothWidths, person, REFUSED } from "#tests/fixtures/browser-admin.ts";
import { signInPage } from "#tests/fixtures/customers.ts";
import { newPage } from "#tests/setup/browser.ts";
import { expectMessage } from "#tests/setup/messages.ts";
import { testShop } from "#tests/setup/shop.ts";

let shop: RunningShop;
beforeAll(async () => {
  shop = await testShop({ env: { LOG_LEVEL: "silent" } });
});
afterAll(() => shop.close());

const at = (path: string) => shop.url + path;
/** Not the plain field that is shown until the editor is loaded. */
const editor = (page: Page) => page.getByRole("textbox", { name: "Content" }).and(page.locator("[contenteditable]"));
const stored = async (title: string) => {
  const { rows } = await shop.shop.database.sql("select * from blog_posts where title = $1", [title]);
  return rows[0] as { slug: string; content: string; published: boolean; published_at: Date | null } | undefined;
};

test("an admin writes a post, looks at it, publishes it, edits it and deletes it; list and form fit a phone, and a failing list says so", async () => {
  const page = await newPage({ allow: REFUSED });
  await signInPage(page, shop, await person(shop, "admin"));
  await page.goto(at("/admin/blog"));
  await adminReady(page);
  await page.getByRole("link", { name: "New Post" }).click();
  const save = page.getByRole("button", { name: "Create Post" });
  await editor(page).waitFor();
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: "Title" }).fill("What's new, in Aba?");
  expect(await save.isDisabled()).toBe(true);
  await editor(page).click();
  await page.keyboard.type("Shoes ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("strong ");
  await page.keyboard.press("Control+b");
  await page.keyboard.press("Control+i");
  await page.keyboard.type("slanted ");
  await page.keyboard.press("Control+i");
  await page.keyboard.press("Control+u");
  await page.keyboard.type("lined ");
  await page.keyboard.press("Control+u");
  await page.getByRole("button", { name: "Insert link" }).click();
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await page.getByText("Please enter the link text").waitFor();
  await page.getByLabel("Link text").fill("the market");
  await page.getByLabel("URL").fill("example.com/aba");
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await editor(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", " pasted plainly");
    clipboardData.setData("text/html", "<h1 style='color:red'>pasted <script>x()</script></h1>");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expectFitAtBothWidths(page);
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await preview.getByRole("heading", { name: "What's new, in Aba?" }).waitFor();
  await preview.getByText(/ min read$/).waitFor();
  await preview.getByText("strong").waitFor();
  await preview.getByRole("button", { name: "Close" }).click();
  await page.getByRole("switch", { name: "Draft" }).waitFor();
  await save.click();
  await expectMessage(page, "Blog post created");
  const draft = await stored("What's new, in Aba?");
  expect(draft).toMatchObject({ slug: "whats-new-in-aba", published: false, published_at: null });
  expect(draft?.content).toBe(
    '<p>Shoes <strong>strong </strong><em>slanted </em><u>lined </u><a href="https://example.com/aba" target="_blank" rel="noopener noreferrer">the market</a> pasted plainly</p>',
  );
  expect((await fetch(at("/blog/whats-new-in-aba"))).status).toBe(404);

  await page.getByRole("link", { name: "Edit What's new, in Aba?" }).click();
  await editor(page).waitFor();
  await page.getByRole("textbox", { name: "Title" }).fill("News from Aba");
  await page.getByRole("switch", { name: "Draft" }).check();
  await page.getByRole("switch", { name: "Published" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Stay here" }).click();
  await page.getByRole("button", { name: "Update Post" }).click();
  await expectMessage(page, "Blog post updated");
  expect(await stored("News from Aba")).toMatchObject({ slug: "whats-new-in-aba", published: true });
  const seen = await fetch(at("/blog/whats-new-in-aba"));
  expect([seen.status, (await seen.text()).includes("pasted plainly")]).toEqual([200, true]);

  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("searchbox").fill("nothing like it");
  await page.getByText("No posts found").waitFor();
  await page.getByRole("searchbox").fill("from aba");
  const remove = page.getByRole("button", { name: "Delete News from Aba" });
  await remove.waitFor();
  const asked: string[] = [];
  page.once("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await remove.click();
  page.once("dialog", (dialog) => void dialog.accept());
  await remove.click();
  await expectMessage(page, "Blog post deleted");
  expect(asked).toEqual(["Are you sure you want to delete this post?"]);
  expect(await stored("News from Aba")).toBeUndefined();

  await shop.shop.database.sql(
    "insert into blog_posts (title, slug, content) values ('A post with a title that is so long that it needs several lines on a phone', 'long', '<p>x</p>')",
  );
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(at("/admin/blog"));
  await page.getByRole("link", { name: /^A post with a title/ }).waitFor();
  await expectFit(page);
  await shop.shop.database.sql("alter table blog_posts rename to blog_posts_away");
  try {
    await page.reload();
    await expectMessage(page, "Error loading blog posts");
  } finally {
    await shop.shop.database.sql("alter table blog_posts_away rename to blog_posts");
  }
});
