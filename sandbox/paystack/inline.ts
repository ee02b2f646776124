import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Context, Hono } from "hono";

const ADDRESSES = ["https://checkout.paystack.com/", "https://api.paystack.co/"];

/**
 * Serves the provider's own inline.js, byte for byte but for its two addresses, which become this origin.
 * `origin` answers for a request how the browser reaches the sandbox.
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

/** The installed file. Throws when the two constants are not in it, as after an update that moved them. */
export function readInline(): string {
  const main = createRequire(import.meta.url).resolve("@paystack/inline-js");
  const source = readFileSync(join(dirname(main), "../dist/inline.js"), "utf8");
  for (const address of ADDRESSES) {
    if (!source.includes(`"${address}"`)) throw new Error(`@paystack/inline-js no longer names ${address}`);
  }
  return source;
}
