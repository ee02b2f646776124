import { createHash } from "node:crypto";
import { decode, encode, encodeSmallest, type Encoding } from "./encodings.server.ts";
import { isListing } from "./page-key.server.ts";

/**
 * `lines` are the complete headers of a hit, alternating name and value, so that a hit builds nothing. The last value
 * is the request id, set for each answer. `hits` is null for a body that does not get smaller.
 */
export type Body = { bytes: Buffer; lines: string[]; hits: number | null };

export type Entry = {
  etag: string;
  headers: [string, string][];
  /** In the encodings that were requested. */
  bodies: Partial<Record<Encoding, Body>>;
  products: ReadonlySet<string>;
  isListing: boolean;
  route: string;
  hits: HitCounts;
  /** When its rendering began, in ms of `performance.now()`. */
  since: number;
  /** Its goods have another stock by now. */
  isOutdated?: boolean;
};

/** Answers from the cache: whole pages, and 304. */
export type HitCounts = { pages: number; unchanged: number };

/**
 * A rendered page: the ids of the products whose stock it shows, the pattern of its route, and whether a database did not
 * answer.
 */
export type Made = { response: Response; products: ReadonlySet<string>; route: string; isAway: boolean };
/** An invalidation: everything, or pages that show one of `products` and, with `listings`, all listings. */
export type Invalidation = { products?: readonly string[]; listings?: boolean } | "all";

/** `stale-while-revalidate` would let browsers show an earlier view's prices; decision 0148. */
export const PUBLIC = "public, max-age=0, s-maxage=30";

export async function toEntry(
  key: string,
  { response, products, route }: Made,
  encoding: Encoding,
  counted: Pick<Entry, "hits" | "since">,
): Promise<Entry> {
  const bytes = Buffer.from(await response.arrayBuffer());
  // Compressed on another thread meanwhile.
  const compressing = encode(bytes, encoding);
  const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  headers.set("Cache-Control", PUBLIC);
  headers.set("Vary", "Accept-Encoding");
  headers.set("ETag", etag);
  const encoded = await compressing;
  if (encoding !== "identity") free(bytes);
  return {
    etag,
    headers: [...headers],
    bodies: { [encoding]: toBody([...headers], encoding, encoded) },
    products,
    isListing: isListing(key),
    route,
    ...counted,
  };
}

export function toBody(headers: [string, string][], encoding: Encoding, bytes: Buffer): Body {
  const length = ["Content-Length", String(bytes.length)];
  const lines = encoding === "identity" ? length : ["Content-Encoding", encoding, ...length];
  return { bytes, lines: [...headers.flat(), ...lines, "X-Request-Id", ""], hits: encoding === "br" ? 0 : null };
}

/** A brotli body compressed again; what it is decoded to is freed at once. */
export async function smallest(body: Buffer): Promise<Buffer> {
  const decoded = await decode(body, "br");
  const bytes = await encodeSmallest(decoded);
  free(decoded);
  return bytes;
}

/** Until the next collection the bodies of many pages would wait. A small buffer is part of one that others use. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

export async function identityOf({ bodies }: Entry): Promise<Buffer> {
  for (const encoding of ["identity", "gzip", "br"] as const) {
    const body = bodies[encoding];
    if (body) return await decode(body.bytes, encoding);
  }
  throw new Error("a cached page has no body");
}

export function isTouched({ products, isListing: lists }: Entry, change: Invalidation): boolean {
  if (change === "all") return true;
  if (change.listings && lists) return true;
  return change.products?.some((id) => products.has(id)) ?? false;
}

/** Characters of headers and tags count as two bytes. */
export function size({ bodies, products }: Entry): number {
  return Object.values(bodies).reduce((sum, body) => sum + bodySize(body), 1_000 + products.size * 100);
}

function bodySize({ bytes, lines }: Body): number {
  return bytes.length + lines.slice(0, -1).reduce((sum, line) => sum + 2 * line.length, 0);
}
