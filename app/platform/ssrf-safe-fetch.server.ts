import { lookup as resolve, type LookupAddress } from "node:dns";
import { request as plainRequest } from "node:http";
import { request as secureRequest, type RequestOptions } from "node:https";
import { isPublicRoutableHost } from "@better-auth/core/utils/host";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 262_144;
/** Maximum number of redirects of a download, and its total timeout. */
const MAX_REDIRECTS = 4;
const DOWNLOAD_MS = 30_000;

export type SafeFetchReason = "address" | "insecure" | "private" | "unreachable" | "too_big";

/** The reason why an address was not requested, or did not answer. */
export class SafeFetchError extends Error {
  readonly reason: SafeFetchReason;
  constructor(reason: SafeFetchReason, cause?: unknown) {
    super(`not asked or not answered: ${reason}`, { cause });
    this.name = "SafeFetchError";
    this.reason = reason;
  }
}

type Sent = { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string };
type Limits = { maxBytes: number; signal: AbortSignal };
export type SafeResponse = { status: number; text: string };
/** `bytes` of an error response are empty. */
export type Downloaded = { status: number; bytes: Uint8Array };
type Lookup = (host: string, done: (error: Error | null, found: LookupAddress[]) => void) => void;

export type SafeFetch = ReturnType<typeof createSafeFetch>;

const lookUp: Lookup = (host, done) => resolve(host, { all: true }, done);

/**
 * Requests to addresses from user input, files or providers: https only, and only to public IP addresses, checked again
 * at DNS resolution of the connection. The origins in `inside` are exempt.
 */
export function createSafeFetch(inside: readonly string[], lookup = lookUp) {
  /** Null if the shop may request this address, as far as the address itself shows. */
  function problemOf(address: string): SafeFetchReason | null {
    if (!URL.canParse(address)) return "address";
    const { protocol, hostname, origin, username, password } = new URL(address);
    if ((protocol !== "https:" && protocol !== "http:") || username || password) return "address";
    if (inside.includes(origin)) return null;
    if (!isPublicRoutableHost(hostname)) return "private";
    return protocol === "https:" ? null : "insecure";
  }

  const lookupPublic: RequestOptions["lookup"] = (host, options, done) =>
    lookup(host, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new SafeFetchError("unreachable"), "", 0);
      if (found.some(({ address }) => !isPublicRoutableHost(address)))
        return done(new SafeFetchError("private"), "", 0);
      if (options.all) return done(null, found);
      done(null, first.address, first.family);
    });

  async function send(address: string, { method = "GET", headers = {}, body }: Sent, { maxBytes, signal }: Limits) {
    const problem = problemOf(address);
    if (problem) throw new SafeFetchError(problem);
    const url = new URL(address);
    const request = url.protocol === "https:" ? secureRequest : plainRequest;
    const isInside = inside.includes(url.origin);
    return await new Promise<{ status: number; location: string | undefined; bytes: Buffer }>(
      (resolveAnswer, reject) => {
        const fail = (error: unknown) =>
          reject(error instanceof SafeFetchError ? error : new SafeFetchError("unreachable", error));
        const asked = request(
          url,
          {
            method,
            agent: false,
            signal,
            headers: { Accept: "application/json", "User-Agent": "Oja", ...headers },
            ...(isInside ? {} : { lookup: lookupPublic }),
          },
          (response) => {
            const chunks: Buffer[] = [];
            let bytes = 0;
            response.on("data", (chunk: Buffer) => {
              bytes += chunk.length;
              chunks.push(chunk);
              if (bytes <= maxBytes) return;
              // At once: the rest may have arrived already, and its end would resolve the response.
              fail(new SafeFetchError("too_big"));
              asked.destroy();
            });
            response.on("error", fail);
            response.on("end", () => {
              const { statusCode: status = 0, headers: got } = response;
              resolveAnswer({ status, location: got.location, bytes: Buffer.concat(chunks) });
            });
          },
        );
        asked.on("error", fail);
        asked.end(body);
      },
    );
  }

  /** Sends a request; redirects are not followed, at most 256 KB and 10 s. Throws SafeFetchError. */
  async function ask(address: string, sent: Sent = {}): Promise<SafeResponse> {
    const limits = { maxBytes: MAX_BYTES, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const { status, bytes } = await send(address, sent, limits);
    return { status, text: bytes.toString() };
  }

  /** Downloads at most `maxBytes` in 30 s; follows 4 redirects, each to an allowed address. Throws SafeFetchError. */
  async function download(
    address: string,
    { maxBytes, accept }: { maxBytes: number; accept: string },
  ): Promise<Downloaded> {
    const limits = { maxBytes, signal: AbortSignal.timeout(DOWNLOAD_MS) };
    let at = address;
    for (let turn = 0; turn <= MAX_REDIRECTS; turn += 1) {
      const { status, location, bytes } = await send(at, { headers: { Accept: accept } }, limits);
      if (status < 300 || status > 399 || location === undefined)
        return { status, bytes: status === 200 ? bytes : new Uint8Array() };
      at = URL.parse(location, at)?.href ?? "";
    }
    throw new SafeFetchError("unreachable");
  }

  return { problemOf, ask, download };
}
