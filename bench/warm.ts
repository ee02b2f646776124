import { setTimeout as wait } from "node:timers/promises";

const TRIES = 100;

/** Requests a page every 100 ms until the page cache has replaced its body by the smallest one. */
export async function warm(url: string): Promise<void> {
  let first = 0;
  for (let i = 0; i < TRIES; i += 1) {
    const response = await fetch(url, { headers: { "Accept-Encoding": "br" } });
    await response.bytes();
    const size = Number(response.headers.get("Content-Length"));
    if (size > 0 && size < first) return;
    first ||= size;
    await wait(100);
  }
  throw new Error(`${url} did not get smaller.`);
}
