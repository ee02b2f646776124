import { createServer } from "node:http";
import { expect, test } from "vitest";
import { newNonce, takeOwnScripts } from "#app/platform/own-scripts.server.ts";
import { contentSecurityPolicy } from "#server/middleware/security.server.ts";
import { expectAccessible } from "./axe.ts";
import { newPage } from "./browser.ts";

// The icon is set, so that the browser requests none: a missing file is a console error too.
const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Oja</title><link rel="icon" href="data:,"><main><h1>Oja</h1>${body}</main></html>`;

/** Serves one page under a strict policy and returns its address. */
async function serve(html: string, policy = "script-src 'nonce-oja'"): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === "/" ? 200 : 404;
    response.setHeader("Content-Security-Policy", policy);
    response.setHeader("Content-Type", "text/html");
    response.end(request.url === "/" ? html : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

async function visit(body: string, options: Parameters<typeof newPage>[0] = {}) {
  const tab = await newPage(options);
  const site = await serve(page(body));
  await tab.goto(site.url).finally(site.close);
  return tab;
}

test("a page has the width asked for and a profile of its own", async () => {
  const first = await visit(`<script nonce="oja">localStorage.setItem("a", "1")</script>`, { width: 360 });
  expect(await first.evaluate(() => [innerWidth, localStorage.getItem("a")])).toEqual([360, "1"]);
  const second = await newPage();
  await second.goto(first.url()).catch(() => {});
  expect(second.viewportSize()?.width).toBe(1280);
});

test("a page without fault passes", async () => {
  await visit("");
});

test.fails("a console error fails the test", async () => {
  await visit(`<script nonce="oja">console.error("broken")</script>`);
});

test.fails("an exception in the page fails the test", async () => {
  await visit(`<script nonce="oja">throw new Error("broken")</script>`);
});

test.fails("a request to elsewhere fails the test", async () => {
  const tab = await visit(`<img src="https://example.com/a.png" alt="">`);
  await tab.waitForLoadState("load");
});

test.fails("a script against the policy fails the test", async () => {
  await visit(`<script>document.title = "blocked"</script>`);
});

test("an error that is expected does not", async () => {
  await visit(`<script nonce="oja">console.error("broken")</script>`, { allow: [/broken/] });
});

test("axe names what is inaccessible", async () => {
  const tab = await visit(`<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" id="sack">`);
  await expect(expectAccessible(tab)).rejects.toThrow(/image-alt: #sack/);
  await tab.evaluate(() => document.querySelector("img")?.setAttribute("alt", "A sack of rice"));
  await expectAccessible(tab);
});

test("a page runs the scripts that the shop rendered, and none that came with a text", async () => {
  const nonce = newNonce();
  const own = `<script nonce="${nonce}">document.body.dataset.own = "ran"</script>`;
  const text = `<script>document.body.dataset.text = "ran"</script>`;
  const late = `<script nonce="${nonce}">document.body.dataset.late = "ran"</script>`;
  const made = takeOwnScripts(Buffer.from(page(own + text + late)), nonce);
  const site = await serve(made.page.toString(), contentSecurityPolicy(made.sources));
  const tab = await newPage({ allow: [/inline script.*Content Security Policy/s] });
  await tab.goto(site.url).finally(site.close);
  expect(await tab.evaluate(() => Object.fromEntries(Object.entries(document.body.dataset)))).toEqual({
    own: "ran",
    late: "ran",
  });
});
