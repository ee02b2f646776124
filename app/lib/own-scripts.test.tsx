import { renderToReadableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { newNonce, takeOwnScripts } from "./own-scripts.server.ts";

const hashOf = async (code: string) =>
  `'sha256-${Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(code))).toString("base64")}'`;

/** A page as the renderer makes it, with somebody's text put in unescaped. */
async function page(nonce: string, stranger: string): Promise<string> {
  const body = await renderToReadableStream(
    <html lang="en">
      <body>
        <script nonce={nonce} src="/assets/entry.js" />
        <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: "own(1 < 2)" }} />
        <div dangerouslySetInnerHTML={{ __html: stranger }} />
        <script dangerouslySetInnerHTML={{ __html: "unmarked()" }} />
      </body>
    </html>,
    { nonce },
  );
  await body.allReady;
  return await new Response(body).text();
}

test.each([
  "<script>stranger()</script>",
  '<script nonce="">stranger()</script>',
  '<script nonce="guessed">stranger()</script>',
  "<script nonce>stranger()</script>",
  "<p> nonce= <script>stranger()</script></p>",
  '<img alt="<script nonce=',
])("only what the renderer marked may run, not %s", async (stranger) => {
  const nonce = newNonce();
  const { html, sources } = takeOwnScripts(await page(nonce, stranger), nonce);
  expect(sources).toEqual([await hashOf("own(1 < 2)")]);
  expect(html).toContain(stranger);
  expect(html).not.toContain(nonce);
});

test("every page has another mark, and the same text without it", async () => {
  const [one, two] = [newNonce(), newNonce()];
  expect(one).not.toBe(two);
  const made = await Promise.all([one, two].map(async (nonce) => takeOwnScripts(await page(nonce, ""), nonce)));
  expect(made[0]).toEqual(made[1]);
});
