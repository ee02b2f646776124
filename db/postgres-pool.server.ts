import { callbackify } from "node:util";
import pg from "pg";
import { isConnectionLost, isDatabaseAway, isUnreachable, markUnreachable } from "./cause.ts";
import { ServerClient, type Hosts } from "./hosts.server.ts";

/** `connectMs`: for a new connection to one server. `onLost`: a connection in use was lost. */
type Options = pg.PoolConfig & {
  hosts: Hosts;
  primaryOnly: boolean;
  connectMs: number;
  onLost: (error: Error) => void;
};

const ALL_IN_USE = "timeout exceeded when trying to connect";
/** Statements that can be sent twice: they change no row. */
const READ = /^\s*(select|with|table|values|show)\b/i;
const WRITES = /\b(insert|update|delete|merge|nextval|for\s+(no\s+key\s+)?update|pg_(try_)?advisory)\b/i;

/** Whether `text` is a statement that only reads; one that merely contains such a word is taken for a write. */
export function isRead(text: string): boolean {
  return READ.test(text) && !WRITES.test(text);
}

/** The text of the first argument of `query`. */
export function textOf(asked: unknown): string {
  return typeof asked === "string" ? asked : ((asked as { text?: string }).text ?? "");
}

/**
 * Connections to the first of `hosts` that can be reached and is, with `primaryOnly`, no standby. After a lost
 * connection no older one is used again, and a read is sent once more on a fresh one.
 */
export class PostgresPool extends pg.Pool {
  readonly #hosts: Hosts;
  readonly #onLost: (error: Error) => void;
  /** Connections are numbered; those up to this number may be lost too. */
  #suspect = 0;
  readonly #numbers: { next: number; of: WeakMap<pg.ClientBase, number> };
  readonly #reported = new WeakSet<pg.ClientBase>();

  constructor({ hosts, primaryOnly, connectMs, onLost, ...config }: Options) {
    const numbers = { next: 1, of: new WeakMap<pg.ClientBase, number>() };
    const lost = (client: TrackedClient, error: Error) => this.#lost(client, error);
    // Drizzle takes an object whose class is named like a pool for one.
    class TrackedClient extends ServerClient {
      constructor(options?: pg.ClientConfig) {
        super({ ...options, connectionString: hosts.current, connectionTimeoutMillis: connectMs, primaryOnly });
        numbers.of.set(this, numbers.next);
        numbers.next += 1;
        const query = this.query.bind(this) as (...args: unknown[]) => unknown;
        this.query = ((...args: unknown[]) => {
          const answer = query(...args);
          if (answer instanceof Promise) {
            answer.catch((error: Error) => {
              if (!isDatabaseAway(error)) return;
              lost(this, error);
              // After a read timeout the driver would wait for the old answer before the next query.
              void this.end().catch(() => {});
            });
          }
          return answer;
        }) as pg.Client["query"];
      }
    }
    super({ ...config, Client: TrackedClient });
    this.#hosts = hosts;
    this.#numbers = numbers;
    this.#onLost = onLost;
    // The pool handles errors of idle connections only; without a listener a lost connection in use would end the
    // process.
    this.on("connect", (client) => client.on("error", (error) => this.#lost(client, error)));
    this.on("error", () => {});
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#take();
    const take = callbackify(() => this.#take());
    take((error, client) =>
      error ? callback(error, undefined, () => {}) : callback(undefined, client, client.release.bind(client)),
    );
    return undefined;
  }

  /** Sends a statement; a read whose connection is lost is sent once more. */
  override query = (async (...args: Parameters<pg.Pool["query"]>) => {
    const send = () => super.query(...args) as unknown as Promise<pg.QueryResult>;
    try {
      return await send();
    } catch (error) {
      if (!isDatabaseAway(error) || isUnreachable(error)) throw error;
      this.distrust();
      if (!isConnectionLost(error) || !isRead(textOf(args[0]))) throw error;
      return await send();
    }
  }) as unknown as pg.Pool["query"];

  /** Connections made until now are not taken for further statements: they may have died in silence. */
  distrust(): void {
    this.#suspect = this.#numbers.next - 1;
  }

  async #take(): Promise<pg.PoolClient> {
    for (let tries = 1; ;) {
      const url = this.#hosts.current;
      const client = await super.connect().catch((error: Error) => {
        // All connections are in use: their server answers.
        if (error.message !== ALL_IN_USE) this.#hosts.skip(url);
        if (error.message === ALL_IN_USE || tries >= this.#hosts.urls.length) {
          markUnreachable(error);
          throw error;
        }
        tries += 1;
        return null;
      });
      if (client && (this.#numbers.of.get(client) ?? 0) > this.#suspect) return client;
      client?.release(true);
    }
  }

  /** Connections made until now may be lost like this one, which is reported once. */
  #lost(client: pg.ClientBase, error: Error): void {
    if (!this.#reported.has(client)) this.#onLost(error);
    this.#reported.add(client);
    if ((this.#numbers.of.get(client) ?? 0) > this.#suspect) this.distrust();
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;
