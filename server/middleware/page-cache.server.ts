import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { newRequestId } from "#app/platform/log.server.ts";
import {
  identityOf,
  isTouched,
  PUBLIC,
  size,
  smallest,
  toBody,
  toEntry,
  type Body,
  type Entry,
  type HitCounts,
  type Invalidation,
  type Made,
} from "./cached-page.server.ts";
import { encode, pickEncoding, type Encoding } from "./encodings.server.ts";
import { pageKey } from "./page-key.server.ts";

const MAX_BYTES = 56 * 1024 * 1024;
const MAX_ADDRESSES = 2_000;
/** An older entry is rendered again. */
const MAX_AGE_MS = 5 * 60_000;
/** Maximum age of a page that is answered because the database does not answer. */
const MAX_STALE_MS = 10 * 60_000;
/** Without notifications a stale page is answered when its rendering has taken this long. */
const STALE_AFTER_MS = 2_000;
/** A brotli body with this many hits is replaced by the smallest one. */
const MANY_HITS = 2;
/** Pause between two of these compressions: they take at most an eighth of one processor core. */
const PAUSE_MS = 500;

/** `entry` is null for a page that is not cached: `response` can be read once. */
type Filled = { entry: Entry | null; response: Response; isAway: boolean };
/** A page being rendered, with the invalidations since its start, and the products whose stock has changed since. */
type Filling = { filled: Promise<Filled>; changes: Invalidation[]; restocked: string[] };

/** Compressed responses of public pages in memory, with least recently used eviction. */
export class PageCache {
  #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: size,
    ttl: MAX_STALE_MS,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
    dispose: (_entry, _key, reason) => {
      if (reason === "evict") this.drops.evicted += 1;
    },
  });
  /** Cache keys by requested address: parsing an address costs more than the rest of a hit. */
  #keys = new Map<string, string | null>();
  #filling = new Map<string, Filling>();
  /** Pages whose rendering began earlier may have changed without a notification. */
  #trustedSince = Number.NEGATIVE_INFINITY;
  /** No body is made smaller before this time in ms. */
  #pausedUntil = 0;

  /** Counts since the start, for metrics: hits by route, pages rendered, entries dropped by reason. */
  readonly hits = new Map<string, HitCounts>();
  misses = 0;
  readonly drops = { all: 0, listing: 0, product: 0, evicted: 0 };

  readonly #isCutOff: () => boolean;

  /** `isCutOff`: whether notifications do not arrive, as far as known. */
  constructor(isCutOff: () => boolean = () => false) {
    this.#isCutOff = isCutOff;
  }

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
      entry.hits.unchanged += 1;
      return id;
    }
    const body = entry.bodies[pickEncoding(rawHeader(request, "accept-encoding"))];
    if (!body) return null;
    if (body.hits !== null && ++body.hits >= MANY_HITS && key !== null) void this.#makeSmaller(key, entry, body);
    const id = newRequestId();
    body.lines[body.lines.length - 1] = id;
    response.writeHead(200, body.lines);
    response.end(request.method === "HEAD" ? undefined : body.bytes);
    entry.hits.pages += 1;
    return id;
  }

  /**
   * Renders the response once for concurrent requests, and caches a 200 that is public and sets no cookie, unless it
   * was invalidated meanwhile. `products` are the ids whose stock it shows. A page cached in another encoding is only
   * compressed again. One that is no longer fresh is answered, marked by `Age` and `Warning`, if the database is away, or
   * silent: then its rendering goes on.
   */
  async fill(key: string, acceptEncoding: string | undefined, make: () => Promise<Made>): Promise<Response> {
    const encoding = pickEncoding(acceptEncoding);
    const cached = this.#entries.get(key);
    if (cached && this.#isFresh(cached)) return await this.#respond(key, cached, encoding);
    const running = this.#filling.get(key);
    const filling = running ?? this.#render(key, encoding, make);
    const filled = await (cached ? this.#inTime(filling) : filling.filled).catch((error: unknown) => {
      if (!running) throw error;
      return null;
    });
    if (cached && (filled === "late" || filled?.isAway)) return await this.#respondStale(key, cached, encoding);
    if (!filled || filled === "late") return (await make()).response;
    if (filled.entry) return await this.#respond(key, filled.entry, encoding);
    return running ? (await make()).response : filled.response;
  }

  async #inTime({ filled }: Filling): Promise<Filled | "late"> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setInterval(() => this.#isCutOff() && resolve("late"), STALE_AFTER_MS);
    });
    return await Promise.race([filled, late]).finally(() => clearInterval(timer));
  }

  #render(key: string, encoding: Encoding, make: () => Promise<Made>): Filling {
    const since = performance.now();
    const changes: Invalidation[] = [];
    const restocked: string[] = [];
    const work = async (): Promise<Filled> => {
      const made = await make();
      const { response, isAway } = made;
      const mayStore = response.headers.get("Cache-Control") !== "no-store" && !isAway;
      if (response.status !== 200 || response.headers.has("Set-Cookie") || !mayStore)
        return { entry: null, response, isAway };
      const entry = await toEntry(key, made, encoding, { hits: this.#hitsOf(made.route), since });
      if (changes.some((change) => isTouched(entry, change))) return { entry, response, isAway };
      // Of a page that sells at every moment there would else be none for an outage.
      entry.isOutdated = isTouched(entry, { products: restocked });
      this.#entries.set(key, entry);
      return { entry, response, isAway };
    };
    this.misses += 1;
    // Begins when `drop` knows it.
    const filled = Promise.resolve().then(work);
    const filling = { changes, restocked, filled: filled.finally(() => this.#filling.delete(key)) };
    // Its visitors may all have been answered with the stale page.
    filling.filled.catch(() => {});
    this.#filling.set(key, filling);
    return filling;
  }

  /** Drops everything, or the entries that `change` invalidates. */
  drop(change: Invalidation = "all"): void {
    for (const { changes } of this.#filling.values()) changes.push(change);
    const before = this.#entries.size;
    if (change === "all") this.#entries.clear();
    else {
      const entries = [...this.#entries.entries()];
      for (const [key, entry] of entries) if (isTouched(entry, change)) this.#entries.delete(key);
    }
    this.drops[change === "all" ? "all" : change.listings ? "listing" : "product"] += before - this.#entries.size;
  }

  /** The stock of `products` changed: pages that show it are rendered again before they count as fresh. */
  outdate(products: readonly string[]): void {
    for (const { restocked } of this.#filling.values()) restocked.push(...products);
    for (const entry of this.#entries.values()) {
      if (entry.isOutdated || !isTouched(entry, { products })) continue;
      entry.isOutdated = true;
      this.drops.product += 1;
    }
  }

  /** Notifications may have been lost: every page is rendered again before it counts as fresh. */
  distrust(): void {
    this.#trustedSince = performance.now();
  }

  #isFresh({ since, isOutdated }: Entry): boolean {
    return !isOutdated && since >= this.#trustedSince && performance.now() - since < MAX_AGE_MS;
  }

  /** The route of a cached page. */
  routeOf(key: string): string | undefined {
    return this.#entries.peek(key)?.route;
  }

  #hitsOf(route: string): HitCounts {
    let counts = this.hits.get(route);
    if (!counts) this.hits.set(route, (counts = { pages: 0, unchanged: 0 }));
    return counts;
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
    const present = this.#entries.peek(key);
    if (present?.bodies === entry.bodies) this.#entries.set(key, { ...present }, { noUpdateTTL: true });
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
