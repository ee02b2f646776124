import type { CDPSession } from "playwright-core";
import { kilobytes } from "./figures.ts";

export type Received = { url: string; type: string; bytes: number };

/** Records the page's network responses; returns a function with all responses so far, in bytes on the wire. */
export async function followReceived(session: CDPSession): Promise<() => Received[]> {
  const received = new Map<string, Received>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (response.url.startsWith("http")) received.set(requestId, { url: response.url, type, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = received.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  await session.send("Network.enable");
  return () => [...received.values()].filter(({ bytes }) => bytes > 0);
}

/** "3 script 135.9 KB, 1 document 16.1 KB" */
export function receivedParts(all: readonly Received[]): string {
  const types = Map.groupBy(all, ({ type }) => type.toLowerCase());
  return [...types].map(([type, ones]) => `${ones.length} ${type} ${kilobytes(totalBytes(ones))}`).join(", ");
}

export function totalBytes(all: readonly Received[]): number {
  return all.reduce((sum, { bytes }) => sum + bytes, 0);
}
