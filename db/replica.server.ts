import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseLog, ReplicaState } from "./database.ts";
import { isRead, textOf, type PostgresPool } from "./postgres-pool.server.ts";

/** Nothing is read from a replica that was not seen to be up to date for this long, in ms. */
const REPLICA_BOUND_MS = 5_000;
const CHECK_MS = 1_000;
/** Between two questions whether the replica has what the primary had. */
const [SHORTEST_MS, LONGEST_MS] = [10, 100];

/** The cluster, the database in it, and the end of what was committed; a promoted replica is a primary. */
const POSITION = `select (select system_identifier from pg_control_system())::text
    || '/' || (select oid from pg_database where datname = current_database()) as identity,
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end)::text as lsn`;

const OTHER = "DATABASE_REPLICA_URL leads to another database than DATABASE_URL: name a standby of its cluster.";

type Position = { identity: string; lsn: bigint };
type Asked = Pick<pg.Pool | pg.PoolClient, "query">;
const NOTHING = { identity: "", lsn: 0n, at: Number.NEGATIVE_INFINITY };

/** `watch`: a connection to the primary of its own, which the pool's requests do not wait for, nor it for them. */
type Parts = {
  primary: pg.Pool;
  watch: pg.Pool;
  replica: PostgresPool;
  isListening: () => boolean;
  log: DatabaseLog;
};

/**
 * Lets a standby answer the reads of public pages. It does so while it is known to have all that was committed at the
 * last notification, and at some moment within `REPLICA_BOUND_MS`; else, and if it fails, the primary answers.
 */
export class Replica {
  readonly pool: PostgresPool;
  readonly #parts: Parts;
  readonly #public = new AsyncLocalStorage<true>();
  readonly #reads = { replica: 0, primary: 0 };
  /** What the primary had at this time, in ms of `performance.now()`, is known to be on a replica. */
  #confirmed: Position & { at: number } = NOTHING;
  /** How far the server behind each connection was seen: a balancer may lead each to another one. */
  readonly #seen = new WeakMap<pg.PoolClient, bigint>();
  #noticed = Number.NEGATIVE_INFINITY;
  #problem: ReplicaState["problem"] = null;
  #wake = () => {};
  readonly #closing = new AbortController();
  readonly #following: Promise<void>;

  /** Takes the reads of `primary` that are made within `publicReads`. */
  constructor(parts: Parts) {
    const { primary, replica } = parts;
    this.#parts = parts;
    this.pool = replica;
    const ask = primary.query.bind(primary) as (...args: unknown[]) => Promise<unknown>;
    primary.query = ((...args: unknown[]) => this.#answer(args, () => ask(...args))) as pg.Pool["query"];
    this.#following = this.#follow();
  }

  /** Calls `work`; what it reads may come from the replica. */
  publicReads<Result>(work: () => Result): Result {
    return this.#public.run(true, work);
  }

  /** A notification arrived: the replica may not have yet what it tells. */
  outdate(): void {
    this.#noticed = performance.now();
    this.#wake();
  }

  get state(): ReplicaState {
    const age = (performance.now() - this.#confirmed.at) / 1_000;
    return { age_s: Number.isFinite(age) ? age : null, problem: this.#problem, reads: { ...this.#reads } };
  }

  /** Throws a sentence for the operator if it is no standby of the primary; one that does not answer is no reason. */
  async refuseOther(): Promise<void> {
    const theirs = await positionOf(this.pool).catch(() => null);
    if (theirs && theirs.identity !== (await positionOf(this.#parts.watch)).identity) throw new Error(OTHER);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#following;
    await Promise.all([this.pool.end(), this.#parts.watch.end()]);
  }

  get #isCurrent(): boolean {
    const { at } = this.#confirmed;
    const isKnown = at >= this.#noticed && performance.now() - at < REPLICA_BOUND_MS;
    return isKnown && this.#parts.isListening();
  }

  async #answer(args: unknown[], askPrimary: () => Promise<unknown>): Promise<unknown> {
    if (!this.#public.getStore() || !isRead(textOf(args[0]))) return await askPrimary();
    if (this.#isCurrent) {
      try {
        const read = await this.#read(args, this.#confirmed);
        if (read) this.#reads.replica += 1;
        if (read) return read.answer;
      } catch {
        // Lost, silent, busy, or a query that a vacuum of the primary cancelled; another error comes from the primary too.
      }
    }
    this.#reads.primary += 1;
    return await askPrimary();
  }

  /** The answer of a server that has what the primary had; null if the one behind this connection has not. */
  async #read(args: unknown[], confirmed: Position): Promise<{ answer: unknown } | null> {
    const client = await this.pool.connect();
    let isBroken = true;
    try {
      if ((this.#seen.get(client) ?? -1n) < confirmed.lsn) {
        const { identity, lsn } = await positionOf(client);
        if (identity === confirmed.identity) this.#seen.set(client, lsn);
      }
      const isThere = (this.#seen.get(client) ?? -1n) >= confirmed.lsn;
      const answer = isThere ? await (client.query as (...args: unknown[]) => Promise<unknown>)(...args) : null;
      isBroken = false;
      return isThere ? { answer } : null;
    } finally {
      client.release(isBroken);
    }
  }

  async #follow(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      const asked = performance.now();
      const target = await positionOf(this.#parts.watch).catch((error: unknown) => this.#setProblem("unknown", error));
      try {
        if (target && (await this.#reaches(target, asked))) this.#confirmed = { ...target, at: asked };
      } catch (error) {
        this.#setProblem("silent", error);
      }
      await Promise.race([this.#pause(CHECK_MS), woken]);
      await this.#pause(SHORTEST_MS);
    }
  }

  /** Whether the replica gets to `position`, which the primary had at `asked`, within the bound. */
  async #reaches({ identity, lsn }: Position, asked: number): Promise<boolean> {
    for (
      let pause = SHORTEST_MS;
      performance.now() - asked < REPLICA_BOUND_MS;
      pause = Math.min(2 * pause, LONGEST_MS)
    ) {
      const at = await positionOf(this.pool);
      if (at.identity !== identity) return this.#setProblem("other", new Error(OTHER));
      if (at.lsn >= lsn) {
        this.#problem = null;
        return true;
      }
      if (this.#closing.signal.aborted) return false;
      await this.#pause(pause);
    }
    return this.#setProblem("late", new Error("It is more than five seconds behind the primary."));
  }

  /** Logged once, until it changes. */
  #setProblem(problem: NonNullable<ReplicaState["problem"]>, err: unknown): false {
    if (problem === "silent" || problem === "other") this.#confirmed = NOTHING;
    if (this.#problem !== problem && !this.#closing.signal.aborted)
      this.#parts.log.warn({ err }, "nothing is read from the replica");
    this.#problem = problem;
    return false;
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
  }
}

/** A position in the log of changes, such as "16/B374D848", is a number of bytes; -1 for a server that does not say it. */
async function positionOf(asked: Asked): Promise<Position> {
  const [row] = (await asked.query<{ identity: string; lsn: string | null }>(POSITION)).rows;
  if (!row) throw new Error("PostgreSQL did not say where it is.");
  const [high = "0", low = "0"] = row.lsn?.split("/") ?? [];
  return { identity: row.identity, lsn: row.lsn === null ? -1n : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) };
}
