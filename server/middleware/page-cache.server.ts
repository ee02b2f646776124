import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzipSync, gzip } from "node:zlib";
import { LISTING_PARAMS } from "#app/features/catalog/links.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ADDRESSES = 10_000;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Public pages and the only query parameters that change them; others are ignored, so that junk makes no entries. */
const PAGES: readonly [pattern: RegExp, params: readonly string[]][] = [
  [/^\/(products(\/(featured|best-sellers|new-arrivals))?|category\/[^/]+)$/, LISTING_PARAMS],
  [/^\/(product\/[^/]+|cart|wishlist)?$/, []],
  [/^\/search\/suggest$/, ["q"]],
];

type Encoding = "br" | "gzip";

/** `lines` are the finished headers of a hit, name and value in turn, so that answering builds nothing. */
type Entry = Record<Encoding, { body: Buffer; lines: string[] }> & {
  etag: string;
  headers: [string, string][];
  products: ReadonlySet<string>;
};

/** Answers of public pages, compressed, in memory; least recently used go first. */
export class PageCache {
  #entries = new Map<string, Entry>();
  /** The keys of addresses as they were asked for: reading one anew costs more than the rest of a hit. */
  #keys = new Map<string, string | null>();
  #bytes = 0;
  #generation = 0;
  #filling = new Map<string, Promise<Entry | null>>();

  /**
   * The path and known parameters in a fixed order, or null for what is never cached.
   * A client navigation's "/products.data" is the page's data and has its own entry.
   */
  static key(method: string, url: string): string | null {
    if (method !== "GET" && method !== "HEAD") return null;
    const [path = "/", query = ""] = url.split("?", 2);
    const isData = path.endsWith(".data");
    const page = isData ? path.slice(0, -5).replace(/^\/(_root|_)$/, "/") : path;
    const known = PAGES.find(([pattern]) => pattern.test(page))?.[1];
    if (!known) return null;
    if (!query) return path;
    const given = new URLSearchParams(query);
    const kept = new URLSearchParams();
    for (const name of isData ? [...known, "_routes"] : known) {
      const value = given.get(name);
      if (value) kept.set(name, value);
    }
    const search = kept.toString();
    return search.length > 500 ? null : search ? `${path}?${search}` : path;
  }

  /** Answers from memory on the bare node response; false when there is nothing to answer with. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const key = this.#keyOf(request.method ?? "", request.url ?? "/");
    const entry = key === null ? undefined : this.#entries.get(key);
    if (!entry || key === null) return false;
    const encoding = pickEncoding(rawHeader(request, "accept-encoding"));
    if (!encoding) return false;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const ifNoneMatch = rawHeader(request, "if-none-match");
    if (ifNoneMatch && matchesEtag(ifNoneMatch, entry.etag)) {
      response.writeHead(304, { ETag: entry.etag, Vary: "Accept-Encoding", "Cache-Control": PUBLIC });
      response.end();
      return true;
    }
    const { body, lines } = entry[encoding];
    response.writeHead(200, lines);
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  }

  /**
   * Makes the answer once for all who wait for it, and keeps it when it is a 200 that sets no cookie and may be stored,
   * and nothing was dropped while it was made. `products` are the ids whose stock the answer shows.
   */
  async fill(
    key: string,
    acceptEncoding: string | undefined,
    make: () => Promise<{ response: Response; products: ReadonlySet<string> }>,
  ): Promise<Response> {
    const waiting = this.#filling.get(key);
    if (waiting) {
      const entry = await waiting;
      return entry ? toResponse(entry, acceptEncoding) : (await make()).response;
    }
    const generation = this.#generation;
    const { promise, resolve } = Promise.withResolvers<Entry | null>();
    this.#filling.set(key, promise);
    let entry: Entry | null = null;
    try {
      const { response, products } = await make();
      const mayStore = response.headers.get("Cache-Control") !== "no-store";
      if (response.status !== 200 || response.headers.has("Set-Cookie") || !mayStore) return response;
      entry = await toEntry(response, products);
      if (generation === this.#generation) this.#keep(key, entry);
      return toResponse(entry, acceptEncoding);
    } finally {
      this.#filling.delete(key);
      resolve(entry);
    }
  }

  /** Drops everything, or the pages that show the stock of one of `products`. */
  drop(products?: readonly string[]): void {
    this.#generation += 1;
    for (const [key, entry] of this.#entries) {
      if (products && !products.some((id) => entry.products.has(id))) continue;
      this.#entries.delete(key);
      this.#bytes -= size(entry);
    }
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#bytes };
  }

  #keyOf(method: string, url: string): string | null {
    if (method !== "GET" && method !== "HEAD") return null;
    const known = this.#keys.get(url);
    if (known !== undefined) return known;
    const key = PageCache.key(method, url);
    if (this.#keys.size >= MAX_ADDRESSES) this.#keys.clear();
    if (url.length <= 500) this.#keys.set(url, key);
    return key;
  }

  #keep(key: string, entry: Entry): void {
    const previous = this.#entries.get(key);
    if (previous) this.#bytes -= size(previous);
    this.#entries.set(key, entry);
    this.#bytes += size(entry);
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#entries.delete(oldest);
      this.#bytes -= size(old);
    }
  }
}

const PUBLIC = "public, max-age=0, s-maxage=30, stale-while-revalidate=60";

async function toEntry(response: Response, products: ReadonlySet<string>): Promise<Entry> {
  const body = Buffer.from(await response.arrayBuffer());
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  headers.set("Cache-Control", PUBLIC);
  headers.set("Vary", "Accept-Encoding");
  headers.set("ETag", etag);
  const [br, gz] = await Promise.all([
    compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(body, { level: 6 }),
  ]);
  const encoded = (encoding: Encoding, bytes: Buffer) => {
    const length = ["Content-Encoding", encoding, "Content-Length", String(bytes.length)];
    return { body: bytes, lines: [...[...headers].flat(), ...length] };
  };
  return { etag, headers: [...headers], br: encoded("br", br), gzip: encoded("gzip", gz), products };
}

function toResponse(entry: Entry, acceptEncoding: string | undefined): Response {
  const headers = new Headers(entry.headers);
  const encoding = pickEncoding(acceptEncoding);
  if (encoding) headers.set("Content-Encoding", encoding);
  const body = encoding ? entry[encoding].body : gunzipSync(entry.gzip.body);
  return new Response(new Uint8Array(body), { headers });
}

function size(entry: Entry): number {
  return entry.br.body.length + entry.gzip.body.length + 3_000;
}

/** A header as it came in; `request.headers` would first sort all of them into an object. */
function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at];
    if (given?.length === name.length && given.toLowerCase() === name) return rawHeaders[at + 1];
  }
  return undefined;
}

function pickEncoding(accepted: string | undefined): Encoding | null {
  if (!accepted) return null;
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? "gzip" : null;
}

function matchesEtag(header: string, etag: string): boolean {
  const bare = etag.replace(/^W\//, "");
  return header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === bare);
}
