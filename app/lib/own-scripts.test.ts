import { expect, test } from "vitest";
import { newNonce, takeOwnScripts } from "./own-scripts.server.ts";

const hashOf = async (code: string) =>
  `'sha256-${Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(code))).toString("base64")}'`;

/** A page as React renders it, with unescaped content. */
const page = (nonce: string, text: string) =>
  `<html lang="en"><body><script nonce="${nonce}" src="/assets/entry.js" async=""></script>` +
  `<script type="module" nonce="${nonce}">own(1 < 2)</script><div>${text}</div><script>unmarked()</script></body></html>`;

test.each([
  "<script>stranger()</script>",
  '<script nonce="">stranger()</script>',
  '<script nonce="guessed">stranger()</script>',
  "<script nonce>stranger()</script>",
  "<p> nonce= <script>stranger()</script></p>",
  '<img alt="<script nonce=',
])("only what the renderer marked may run, not %s", async (stranger) => {
  const nonce = newNonce();
  const { html, sources } = takeOwnScripts(page(nonce, stranger), nonce);
  expect(sources).toEqual([await hashOf("own(1 < 2)")]);
  expect(html).toContain(stranger);
  expect(html).not.toContain(nonce);
});

test("every page has another mark, and the same text without it", () => {
  const [one, two] = [newNonce(), newNonce()];
  expect(one).not.toBe(two);
  const made = [one, two].map((nonce) => takeOwnScripts(page(nonce, ""), nonce));
  expect(made[0]).toEqual(made[1]);
});

test("the source of a script with other letters than ASCII is the hash of its bytes", async () => {
  const nonce = newNonce();
  const rendered = `<body><script nonce="${nonce}">say("₦ ẹ̀wà")</script></body>`;
  const { html, sources } = takeOwnScripts(Buffer.from(rendered).toString("latin1"), nonce);
  expect(sources).toEqual([await hashOf('say("₦ ẹ̀wà")')]);
  expect(Buffer.from(html, "latin1").toString()).toBe('<body><script>say("₦ ẹ̀wà")</script></body>');
});
