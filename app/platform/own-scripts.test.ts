import { expect, test } from "vitest";
import { newNonce, takeOwnScripts } from "./own-scripts.server.ts";

const hashOf = async (code: string) =>
  `'sha256-${Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(code))).toString("base64")}'`;

/** A page as React renders it, with unescaped content. */
const page = (nonce: string, text: string) =>
  `<html lang="en"><body><script nonce="${nonce}" src="/assets/entry.js" async=""></script>` +
  `<script type="module" nonce="${nonce}">own(1 < 2, "₦ ẹ̀wà")</script><div>${text}</div><script>unmarked()</script></body></html>`;

const take = (html: string, nonce: string) => {
  const { page: made, sources } = takeOwnScripts(Buffer.from(html), nonce);
  return { html: made.toString(), sources };
};

test.each([
  "<script>stranger()</script>",
  '<script nonce="">stranger()</script>',
  '<script nonce="guessed">stranger()</script>',
  "<script nonce>stranger()</script>",
  "<p> nonce= <script>stranger()</script></p>",
  '<img alt="<script nonce=',
])("only what the renderer marked may run, not %s", async (stranger) => {
  const nonce = newNonce();
  const { html, sources } = take(page(nonce, stranger), nonce);
  expect(sources).toEqual([await hashOf('own(1 < 2, "₦ ẹ̀wà")')]);
  expect(html).toContain(stranger);
  expect(html).not.toContain(nonce);
});

test("every page has another mark, and the same text without it", () => {
  const [one, two] = [newNonce(), newNonce()];
  expect(one).not.toBe(two);
  const made = [one, two].map((nonce) => take(page(nonce, ""), nonce));
  expect(made[0]).toEqual(made[1]);
});
