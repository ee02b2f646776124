import { lookup as resolve, type LookupAddress } from "node:dns";
import { request as plainRequest } from "node:http";
import { request as secureRequest, type RequestOptions } from "node:https";
import { isPublicRoutableHost } from "@better-auth/core/utils/host";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 262_144;

export type SafeFetchReason = "address" | "insecure" | "private" | "unreachable" | "too_big";

/** Why an address was not asked, or gave no answer. */
export class SafeFetchError extends Error {
  readonly reason: SafeFetchReason;
  constructor(reason: SafeFetchReason, cause?: unknown) {
    super(`not asked or not answered: ${reason}`, { cause });
    this.name = "SafeFetchError";
    this.reason = reason;
  }
}

type Sent = { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string };
export type Heard = { status: number; text: string };
type Lookup = (host: string, done: (error: Error | null, found: LookupAddress[]) => void) => void;

export type SafeFetch = {
  /** Null where the shop may ask this address, as far as the address itself tells. */
  problemOf(address: string): SafeFetchReason | null;
  /** Asks; redirects are not followed, at most 256 KB and 10 s. Throws SafeFetchError. */
  ask(address: string, sent?: Sent): Promise<Heard>;
};

const lookUp: Lookup = (host, done) => resolve(host, { all: true }, done);

/**
 * Requests to addresses that a person typed in or a provider names: only https, and only to machines of the public
 * internet, checked again when the name is resolved for the connection. The origins in `inside` are exempt.
 */
export function createSafeFetch(inside: readonly string[], lookup = lookUp): SafeFetch {
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

  async function ask(address: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Heard> {
    const problem = problemOf(address);
    if (problem) throw new SafeFetchError(problem);
    const url = new URL(address);
    const request = url.protocol === "https:" ? secureRequest : plainRequest;
    const isInside = inside.includes(url.origin);
    return await new Promise((resolveAnswer, reject) => {
      const fail = (error: unknown) =>
        reject(error instanceof SafeFetchError ? error : new SafeFetchError("unreachable", error));
      const asked = request(
        url,
        {
          method,
          agent: false,
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: { Accept: "application/json", "User-Agent": "Oja", ...headers },
          ...(isInside ? {} : { lookup: lookupPublic }),
        },
        (response) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          response.on("data", (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > MAX_BYTES) asked.destroy(new SafeFetchError("too_big"));
            else chunks.push(chunk);
          });
          response.on("error", fail);
          response.on("end", () =>
            resolveAnswer({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
        },
      );
      asked.on("error", fail);
      asked.end(body);
    });
  }

  return { problemOf, ask };
}
