import { lookup as dnsLookup } from "node:dns";
import { once } from "node:events";
import { request as plainRequest, type IncomingMessage } from "node:http";
import { request as secureRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicRoutableHost } from "@better-auth/core/utils/host";
import { RequestFilteringHttpsAgent } from "request-filtering-agent";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 262_144;
/** Maximum number of redirects of a download, and its total timeout. */
const MAX_REDIRECTS = 4;
const DOWNLOAD_MS = 30_000;

/** The only IPv6 addresses of the internet; others can be translated to an inner IPv4 address ("::ffff:0:10.0.0.1"). */
const GLOBAL_UNICAST = /^\[[23][0-9a-f]{3}:/;

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

export type SafeFetch = ReturnType<typeof createSafeFetch>;

/**
 * Requests to addresses from user input, files or providers: https only, and only to public IP addresses, checked again
 * at DNS resolution of the connection. The origins in `inside` are exempt. `lookup` replaces DNS, for tests.
 */
export function createSafeFetch(inside: readonly string[], lookup: LookupFunction = dnsLookup) {
  /** Null if the shop may request this address, as far as the address itself shows. */
  function problemOf(address: string): SafeFetchReason | null {
    if (!URL.canParse(address)) return "address";
    const { protocol, hostname, origin, username, password } = new URL(address);
    if ((protocol !== "https:" && protocol !== "http:") || username || password) return "address";
    if (inside.includes(origin)) return null;
    const isGlobal = !hostname.startsWith("[") || GLOBAL_UNICAST.test(hostname);
    if (!isGlobal || !isPublicRoutableHost(hostname)) return "private";
    return protocol === "https:" ? null : "insecure";
  }

  const filtering = new RequestFilteringHttpsAgent({ lookup });

  async function send(address: string, { method = "GET", headers = {}, body }: Sent, { maxBytes, signal }: Limits) {
    const problem = problemOf(address);
    if (problem) throw new SafeFetchError(problem);
    const url = new URL(address);
    const request = url.protocol === "https:" ? secureRequest : plainRequest;
    const agent = inside.includes(url.origin) ? false : filtering;
    try {
      const sent = request(url, {
        method,
        agent,
        signal,
        headers: { Accept: "application/json", "User-Agent": "Oja", ...headers },
      });
      sent.end(body);
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      // Reading the response reports its errors; without a listener those of the request would end the process.
      sent.on("error", () => {});
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of response as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new SafeFetchError("too_big");
        chunks.push(chunk);
      }
      return { status: response.statusCode ?? 0, location: response.headers.location, bytes: Buffer.concat(chunks) };
    } catch (error) {
      if (error instanceof SafeFetchError) throw error;
      throw new SafeFetchError(isFiltered(error) ? "private" : "unreachable", error);
    }
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

/** The agent has no error class of its own: its errors differ from those of a connection by their message only. */
function isFiltered(error: unknown): boolean {
  return error instanceof Error && /^DNS lookup .* is not allowed/.test(error.message);
}
