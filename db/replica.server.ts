import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { isDatabaseAway } from "./cause.ts";
import type { DatabaseLog, ReplicaState } from "./database.ts";
import { isRead, textOf, type PostgresPool } from "./postgres-pool.server.ts";

/** Nothing is read from a replica that was not seen to be up to date for this long, in ms. */
export const REPLICA_BOUND_MS = 5_000;
const CHECK_MS = 1_000;
/** Between two questions whether the replica has what the primary had. */
const [SHORTEST_MS, LONGEST_MS] = [10, 100];

/** The cluster, the database in it, and the end of what was committed; a promoted replica is a primary. */
const POSITION = `select (select system_identifier from pg_control_system())::text
    || '/' || (select oid from pg_database where datname = current_database()) as identity,
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end)::text as lsn`;

const OTHER = "DATABASE_REPLICA_URL leads to another database than DATABASE_URL: name a standby of its cluster.";

type Position = { identity: string; lsn: string | null };
type Parts = { primary: pg.Pool; replica: PostgresPool; isListening: () => boolean; log: DatabaseLog };

/**
 * Lets a standby answer the reads of public pages. It does so while it is known to have all that was committed at the
 * last notification, and at some moment within `REPLICA_BOUND_MS`; else, and if it fails, the primary answers.
 */
export class Replica {
  readonly pool: PostgresPool;
  readonly #parts: Parts;
  readonly #public = new AsyncLocalStorage<true>();
  readonly #reads = { replica: 0, primary: 0 };
  /** What was committed at this time, in ms of `performance.now()`, is known to be on the replica. */
  #confirmed = Number.NEGATIVE_INFINITY;
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
    const age = (performance.now() - this.#confirmed) / 1_000;
    return { age_s: Number.isFinite(age) ? age : null, problem: this.#problem, reads: { ...this.#reads } };
  }

  /** Throws a sentence for the operator if it is no standby of the primary; one that does not answer is no reason. */
  async refuseOther(): Promise<void> {
    const theirs = await positionOf(this.pool).catch(() => null);
    if (theirs && theirs.identity !== (await positionOf(this.#parts.primary)).identity) throw new Error(OTHER);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#following;
    await this.pool.end();
  }

  get #isCurrent(): boolean {
    const isKnown = this.#confirmed >= this.#noticed && performance.now() - this.#confirmed < REPLICA_BOUND_MS;
    return isKnown && this.#parts.isListening();
  }

  async #answer(args: unknown[], askPrimary: () => Promise<unknown>): Promise<unknown> {
    if (!this.#public.getStore() || !isRead(textOf(args[0]))) return await askPrimary();
    if (this.#isCurrent) {
      try {
        const answer = await (this.pool.query as (...args: unknown[]) => Promise<unknown>)(...args);
        this.#reads.replica += 1;
        return answer;
      } catch (error) {
        // Lost, silent, or a query that a vacuum of the primary cancelled; another error comes from the primary too.
        if (isDatabaseAway(error)) this.#confirmed = Number.NEGATIVE_INFINITY;
      }
    }
    this.#reads.primary += 1;
    return await askPrimary();
  }

  async #follow(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      const asked = performance.now();
      const target = await positionOf(this.#parts.primary).catch(() => null);
      try {
        if (target && (await this.#reaches(target, asked))) this.#confirmed = asked;
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
      if (at.lsn !== null && bytesOf(at.lsn) >= bytesOf(lsn ?? "")) {
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
    if (problem !== "late") this.#confirmed = Number.NEGATIVE_INFINITY;
    if (this.#problem !== problem && !this.#closing.signal.aborted)
      this.#parts.log.warn({ err }, "nothing is read from the replica");
    this.#problem = problem;
    return false;
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
  }
}

async function positionOf(pool: pg.Pool): Promise<Position> {
  const [position] = (await pool.query<Position>(POSITION)).rows;
  if (!position) throw new Error("PostgreSQL did not say where it is.");
  return position;
}

/** A position in the log of changes, such as "16/B374D848", as a number of bytes. */
function bytesOf(lsn: string): bigint {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high || "0"}`) << 32n) + BigInt(`0x${low || "0"}`);
}
