import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { newRequestId } from "#app/platform/log.server.ts";
import { decode, encode, encodeSmallest, pickEncoding, type Encoding } from "./encodings.server.ts";
import { isListing, pageKey } from "./page-key.server.ts";

const MAX_BYTES = 56 * 1024 * 1024;
const MAX_ADDRESSES = 2_000;
/** An older entry is rendered again. */
const MAX_AGE_MS = 5 * 60_000;
/** Maximum age of a page that is answered because the database does not answer. */
const MAX_STALE_MS = 10 * 60_000;
/** A stale page is answered when its rendering has taken this long. */
const STALE_AFTER_MS = 2_000;
/** A brotli body with this many hits is replaced by the smallest one. */
const MANY_HITS = 2;
/** Pause between two of these compressions: they take at most an eighth of one processor core. */
const PAUSE_MS = 500;

/**
 * `lines` are the complete headers of a hit, alternating name and value, so that a hit builds nothing. The last value
 * is the request id, set for each answer. `hits` is null for a body that does not get smaller.
 */
type Body = { bytes: Buffer; lines: string[]; hits: number | null };

type Entry = {
  etag: string;
  headers: [string, string][];
  /** In the encodings that were requested. */
  bodies: Partial<Record<Encoding, Body>>;
  products: ReadonlySet<string>;
  isListing: boolean;
  /** When its rendering began, in ms of `performance.now()`. */
  since: number;
};

/** A rendered page; `isAway`: the database did not answer. */
type Rendered = { response: Response; products: ReadonlySet<string>; isAway?: boolean };
/** `entry` is null for a page that is not cached. */
type Made = { entry: Entry | null; response: Response | null; isAway: boolean };
/** A response being rendered, with the invalidations since its start. */
type Filling = { since: number; made: Promise<Made>; changes: Invalidation[] };

/** An invalidation: everything, or pages that show one of `products` and, with `listings`, all listings. */
export type Invalidation = { products?: readonly string[]; listings?: boolean } | "all";

/** Compressed responses of public pages in memory, with least recently used eviction. */
export class PageCache {
  #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: size,
    ttl: MAX_STALE_MS,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });
  /** Cache keys by requested address: parsing an address costs more than the rest of a hit. */
  #keys = new Map<string, string | null>();
  #filling = new Map<string, Filling>();
  /** Pages whose rendering began earlier may have changed without a notification. */
  #trustedSince = Number.NEGATIVE_INFINITY;
  /** No body is made smaller before this time in ms. */
  #pausedUntil = 0;

  /** Answers a hit on the raw node response and returns the request's id; null on a miss. */
  serve(request: IncomingMessage, response: ServerResponse): string | null {
    const key = this.#keyOf(request.method ?? "", request.url ?? "/");
    const entry = key === null ? undefined : this.#entries.get(key);
    if (!entry || !this.#isFresh(entry)) return null;
    const ifNoneMatch = rawHeader(request, "if-none-match");
    if (ifNoneMatch && matchesEtag(ifNoneMatch, entry.etag)) {
      const id = newRequestId();
      const headers = { ETag: entry.etag, Vary: "Accept-Encoding", "Cache-Control": PUBLIC, "X-Request-Id": id };
      response.writeHead(304, headers);
      response.end();
      return id;
    }
    const body = entry.bodies[pickEncoding(rawHeader(request, "accept-encoding"))];
    if (!body) return null;
    if (body.hits !== null && ++body.hits >= MANY_HITS && key !== null) void this.#makeSmaller(key, entry, body);
    const id = newRequestId();
    body.lines[body.lines.length - 1] = id;
    response.writeHead(200, body.lines);
    response.end(request.method === "HEAD" ? undefined : body.bytes);
    return id;
  }

  /**
   * Renders the response once for concurrent requests, and caches a 200 that is public and sets no cookie, unless it
   * was invalidated meanwhile. `products` are the ids whose stock it shows. A page cached in another encoding is only
   * compressed again. A page that is no longer fresh is answered, marked by `Age` and `Warning`, while the database is
   * away or its rendering takes long; the rendering goes on.
   */
  async fill(key: string, acceptEncoding: string | undefined, make: () => Promise<Rendered>): Promise<Response> {
    const encoding = pickEncoding(acceptEncoding);
    const cached = this.#entries.get(key);
    if (cached && this.#isFresh(cached)) return await this.#respond(key, cached, encoding);
    const running = this.#filling.get(key);
    const filling = running ?? this.#render(key, encoding, make);
    const made = await (cached ? inTime(filling) : filling.made).catch((error: unknown) => {
      if (!running) throw error;
      return null;
    });
    if (cached && (made === "late" || made?.isAway)) return await this.#respondStale(key, cached, encoding);
    if (made && made !== "late" && made.entry) return await this.#respond(key, made.entry, encoding);
    return (!running && made && made !== "late" && made.response) || (await make()).response;
  }

  #render(key: string, encoding: Encoding, make: () => Promise<Rendered>): Filling {
    const since = performance.now();
    const changes: Invalidation[] = [];
    const work = async (): Promise<Made> => {
      const { response, products, isAway = false } = await make();
      const mayStore = response.headers.get("Cache-Control") !== "no-store" && !isAway;
      if (response.status !== 200 || response.headers.has("Set-Cookie") || !mayStore)
        return { entry: null, response, isAway };
      const entry = await toEntry(key, response, products, encoding, since);
      if (!changes.some((change) => isTouched(entry, change))) this.#entries.set(key, entry);
      return { entry, response: null, isAway };
    };
    const filling = { since, changes, made: work().finally(() => this.#filling.delete(key)) };
    // Nobody may wait for it any more.
    filling.made.catch(() => {});
    this.#filling.set(key, filling);
    return filling;
  }

  /** Drops everything, or the entries that `change` invalidates. */
  drop(change: Invalidation = "all"): void {
    for (const { changes } of this.#filling.values()) changes.push(change);
    if (change === "all") return this.#entries.clear();
    const entries = [...this.#entries.entries()];
    for (const [key, entry] of entries) if (isTouched(entry, change)) this.#entries.delete(key);
  }

  /** Notifications may have been lost: every page is rendered again before it counts as fresh. */
  distrust(): void {
    this.#trustedSince = performance.now();
  }

  #isFresh({ since }: Entry): boolean {
    return since >= this.#trustedSince && performance.now() - since < MAX_AGE_MS;
  }

  /** The size in bytes of buffers, headers and tags. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  async #respond(key: string, entry: Entry, encoding: Encoding): Promise<Response> {
    const body = entry.bodies[encoding] ?? (await this.#addBody(key, entry, encoding));
    const headers = new Headers(entry.headers);
    if (encoding !== "identity") headers.set("Content-Encoding", encoding);
    return new Response(new Uint8Array(body.bytes), { headers });
  }

  async #respondStale(key: string, entry: Entry, encoding: Encoding): Promise<Response> {
    const response = await this.#respond(key, entry, encoding);
    response.headers.set("Age", String(Math.round((performance.now() - entry.since) / 1_000)));
    response.headers.set("Warning", '110 - "Response is Stale"');
    response.headers.set("Cache-Control", "no-store");
    response.headers.delete("ETag");
    return response;
  }

  /** Compresses a page for the first request of `encoding`. */
  async #addBody(key: string, entry: Entry, encoding: Encoding): Promise<Body> {
    const body = toBody(entry.headers, encoding, await encode(await identityOf(entry), encoding));
    const present = entry.bodies[encoding];
    if (present) return present;
    this.#setBody(key, entry, encoding, body);
    return body;
  }

  /** Replaces a brotli body by the smallest one, on a background thread, one at a time; if that fails it stays. */
  async #makeSmaller(key: string, entry: Entry, body: Body): Promise<void> {
    if (performance.now() < this.#pausedUntil) return;
    this.#pausedUntil = Number.POSITIVE_INFINITY;
    body.hits = null;
    const bytes = await smallest(body.bytes).catch(() => body.bytes);
    this.#setBody(key, entry, "br", { ...toBody(entry.headers, "br", bytes), hits: null });
    this.#pausedUntil = performance.now() + PAUSE_MS;
  }

  #setBody(key: string, entry: Entry, encoding: Encoding, body: Body): void {
    entry.bodies[encoding] = body;
    // A copy, because the cache computes the size of new objects only.
    if (this.#entries.peek(key)?.bodies === entry.bodies) this.#entries.set(key, { ...entry }, { noUpdateTTL: true });
  }

  #keyOf(method: string, url: string): string | null {
    if (method !== "GET" && method !== "HEAD") return null;
    const known = this.#keys.get(url);
    if (known !== undefined) return known;
    const key = pageKey(method, url);
    if (this.#keys.size >= MAX_ADDRESSES) this.#keys.clear();
    if (url.length <= 500) this.#keys.set(url, key);
    return key;
  }
}

async function inTime({ since, made }: Filling): Promise<Made | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, since + STALE_AFTER_MS - performance.now(), "late");
  });
  return await Promise.race([made, late]).finally(() => clearTimeout(timer));
}

/** `stale-while-revalidate` would let browsers show an earlier view's prices; decision 0148. */
const PUBLIC = "public, max-age=0, s-maxage=30";

async function toEntry(
  key: string,
  response: Response,
  products: ReadonlySet<string>,
  encoding: Encoding,
  since: number,
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
    since,
  };
}

function toBody(headers: [string, string][], encoding: Encoding, bytes: Buffer): Body {
  const length = ["Content-Length", String(bytes.length)];
  const lines = encoding === "identity" ? length : ["Content-Encoding", encoding, ...length];
  return { bytes, lines: [...headers.flat(), ...lines, "X-Request-Id", ""], hits: encoding === "br" ? 0 : null };
}

/** A brotli body compressed again; what it is decoded to is freed at once. */
async function smallest(body: Buffer): Promise<Buffer> {
  const decoded = await decode(body, "br");
  const bytes = await encodeSmallest(decoded);
  free(decoded);
  return bytes;
}

/** Until the next collection the bodies of many pages would wait. A small buffer is part of one that others use. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function identityOf({ bodies }: Entry): Promise<Buffer> {
  for (const encoding of ["identity", "gzip", "br"] as const) {
    const body = bodies[encoding];
    if (body) return await decode(body.bytes, encoding);
  }
  throw new Error("a cached page has no body");
}

function isTouched({ products, isListing: lists }: Entry, change: Invalidation): boolean {
  if (change === "all") return true;
  if (change.listings && lists) return true;
  return change.products?.some((id) => products.has(id)) ?? false;
}

/** Characters of headers and tags count as two bytes. */
function size({ bodies, products }: Entry): number {
  return Object.values(bodies).reduce((sum, body) => sum + bodySize(body), 1_000 + products.size * 100);
}

function bodySize({ bytes, lines }: Body): number {
  return bytes.length + lines.slice(0, -1).reduce((sum, line) => sum + 2 * line.length, 0);
}

/** A raw header; `request.headers` would first build an object of all. */
function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at];
    if (header?.length === name.length && header.toLowerCase() === name) return rawHeaders[at + 1];
  }
  return undefined;
}

function matchesEtag(header: string, etag: string): boolean {
  const bare = etag.replace(/^W\//, "");
  return header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === bare);
}
