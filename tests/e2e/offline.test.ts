import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceWorkerOff } from "#app/shell/storefront/service-worker.ts";
import { startLine } from "../fixtures/line.ts";
import { expectAccessible } from "../setup/axe.ts";
import { newPage } from "../setup/browser.ts";
import { expectHeading, goods, shop, usable, useShop } from "./steps.ts";

useShop();

let line: Awaited<ReturnType<typeof startLine>>;
beforeAll(async () => {
  line = await startLine(shop().url);
});
afterAll(() => line.close());

const CUT = [
  /ERR_(FAILED|CONNECTION|EMPTY|INTERNET|NETWORK|SOCKET)/,
  /Failed to fetch/,
  /503 \(Service Unavailable\)/,
  /Failed to load resource/,
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${line.url}${path}`);
  await usable(page);
}
const visitor = (width: number) => newPage({ width, serviceWorkers: "allow", allow: CUT });
/** The addresses that the worker saved, as paths. */
const savedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
const untilSaved = (page: Page, ...paths: string[]) =>
  expect.poll(async () => await savedPaths(page)).toEqual(expect.arrayContaining(paths));
const versions = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("oja-pages-")));
const notice = (page: Page) => page.getByText("You are offline.");

test("with the line cut, pages seen before can be read and say how old they are; nothing personal comes from the device", async () => {
  const rice = await goods({ name: "Offline rice" });
  const page = await visitor(360);
  await open(page, `/product/${rice.slug}`);
  await untilSaved(page, `/product/${rice.slug}`);
  // The first page loaded its picture before the worker was active.
  const isRice = (path: string) => path.startsWith("/files/demo/parboiled-rice-1");
  await expect.poll(async () => (await savedPaths(page)).some(isRice)).toBe(true);
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await untilSaved(page, "/cart");
  await page.goto(`${line.url}/checkout`);
  await page.goto(`${line.url}/login`);
  await open(page, "/blog");
  const first = page.getByRole("main").getByRole("article").first().getByRole("link");
  const title = (await first.textContent()) ?? "";
  await first.click();
  await expectHeading(page, title);
  const post = new URL(page.url()).pathname;
  await untilSaved(page, "/blog", post);
  expect((await savedPaths(page)).filter((path) => /^\/(admin|profile|checkout|login|api|cart\/)/.test(path))).toEqual(
    [],
  );

  line.cut();
  await page.context().setOffline(true);
  await notice(page).waitFor();
  await page.reload();
  await usable(page);
  await expectHeading(page, title);
  await page.getByText(/^You are offline\. Prices and stock are as of \w+ \d+, \d{4}, \d\d:\d\d\.$/).waitFor();
  await expectAccessible(page);
  await page.goto(`${line.url}/product/${rice.slug}`);
  await expectHeading(page, rice.name);
  await notice(page).waitFor();

  for (const path of ["/checkout", "/profile", "/product/never-seen"]) {
    const answer = await page.goto(`${line.url}${path}`);
    expect(answer?.status(), path).toBe(503);
    await expectHeading(page, "No connection");
  }
  await expectAccessible(page);
  await page.getByRole("banner").getByRole("link", { name: "Oja", exact: true }).waitFor();
  await page.getByRole("link", { name: rice.name, exact: true }).click();
  await expectHeading(page, rice.name);
  // It was never opened, but has goods.
  await page.goto(`${line.url}/cart`);
  await expectHeading(page, "Your cart");
  await page.getByRole("main").getByRole("link", { name: rice.name }).first().waitFor();

  line.restore();
  await page.context().setOffline(false);
  await expect.poll(() => notice(page).count()).toBe(0);
  await open(page, "/blog");
  await expect.poll(() => notice(page).count()).toBe(0);
});

test("a new build takes over at the next page, and the switch removes the worker", async () => {
  const page = await visitor(1280);
  await open(page, "/blog");
  await untilSaved(page, "/blog");
  const [before = ""] = await versions(page);
  const version = before.replace("oja-pages-", "");
  line.worker((script) => script.replaceAll(JSON.stringify(version), JSON.stringify("a-newer-build")));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);
  expect(await versions(page), "the open page stays with its own").toEqual([before]);
  await open(page, "/faq");
  await expect.poll(() => versions(page)).toEqual(["oja-pages-a-newer-build"]);
  await untilSaved(page, "/faq");

  line.worker(() => `(${serviceWorkerOff.toString()})()`);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]);
  await expect.poll(left).toEqual([0, 0]);
  line.worker((script) => script);
});
