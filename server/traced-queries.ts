import type pg from "pg";
import { isExporting, isTracing, trace, type SpanAttributes } from "#app/platform/tracing/trace.server.ts";

const KINDS = new Set(["select", "insert", "update", "delete", "begin", "commit", "rollback", "copy"]);

/** Makes each query on a connection of `pool` a span with its kind and its text, in which values are `$1`. */
export function traceQueries(pool: pg.Pool): void {
  const known = new WeakSet<pg.PoolClient>();
  const traced = (client: pg.PoolClient) => {
    if (known.has(client)) return client;
    known.add(client);
    traceClient(client);
    return client;
  };
  const connect = pool.connect.bind(pool) as (callback?: Connected) => Promise<pg.PoolClient> | undefined;
  pool.connect = ((callback?: Connected) => {
    if (!callback) return connect()?.then(traced);
    return connect((error, client, done) => callback(error, client && traced(client), done));
  }) as pg.Pool["connect"];
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;
type Answered = (error: Error | null, result: unknown) => void;

function traceClient(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const [first] = args;
    const text = typeof first === "string" ? first : (first as { text?: unknown } | null)?.text;
    // A cursor or a COPY is a stream of its own.
    if (!isTracing() || typeof text !== "string" || typeof (first as { submit?: unknown }).submit === "function")
      return query(...args);
    const kind = queryKind(text);
    const attributes: SpanAttributes = isExporting() ? { kind, statement: withoutLiterals(text) } : { kind };
    const callback = args.at(-1);
    if (typeof callback !== "function") return trace("query", attributes, async () => await query(...args));
    const answered = new Promise((resolve, reject) => {
      query(...args.slice(0, -1), (error: Error | null, result: unknown) => {
        // The pool reads its callback in the same turn as the answer, as without a span.
        (callback as Answered)(error, result);
        if (error) reject(error);
        else resolve(result);
      });
    });
    trace("query", attributes, () => answered).catch(() => {});
    return undefined;
  }) as pg.PoolClient["query"];
}

/** The first word of a statement, "other" if it is none of the usual ones. */
export function queryKind(text: string): string {
  const [word = ""] = /[a-z]+/i.exec(text) ?? [];
  const kind = word.toLowerCase();
  if (kind === "with") return "select";
  return KINDS.has(kind) ? kind : "other";
}

const MOST_STATEMENT = 300;

/** The text of a statement in one line, without the values that stand in it. */
export function withoutLiterals(text: string): string {
  return text
    .slice(0, 4 * MOST_STATEMENT)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/'[^']*('|$)/g, "'?'")
    .slice(0, MOST_STATEMENT)
    .trim();
}
