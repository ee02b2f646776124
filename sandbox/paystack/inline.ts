import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Context, Hono } from "hono";

const ADDRESSES = ["https://checkout.paystack.com/", "https://api.paystack.co/"];

/**
 * Serves the provider's own inline.js with only its two addresses replaced by this origin. `origin` returns the
 * sandbox's address for a request's browser.
 */
export function serveInline(app: Hono, origin: (c: Context) => string): void {
  let source: string | undefined;
  const answer = (c: Context) => {
    source ??= readInline();
    return c.body(pointTo(source, origin(c)), 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
    });
  };
  app.get("/v2/inline.js", answer);
  app.get("/v1/inline.js", answer);
}

/** Replaces the two constants; other addresses of the file, such as the Pusher script's, stay. */
export function pointTo(source: string, origin: string): string {
  return ADDRESSES.reduce((text, address) => text.replaceAll(`"${address}"`, JSON.stringify(`${origin}/`)), source);
}

/** The installed file. Throws if it does not contain the two constants, for example after an update. */
export function readInline(): string {
  const main = createRequire(import.meta.url).resolve("@paystack/inline-js");
  const source = readFileSync(join(dirname(main), "../dist/inline.js"), "utf8");
  for (const address of ADDRESSES) {
    if (!source.includes(`"${address}"`)) throw new Error(`@paystack/inline-js no longer names ${address}`);
  }
  return source;
}
