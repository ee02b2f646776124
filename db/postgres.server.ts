import pg from "pg";
import { postgresCopying } from "./copying.server.ts";
import { PLANNER, type Database, type DatabaseLog } from "./database.ts";
import { takeLock } from "./lock.server.ts";
import { drizzleOn } from "./nesting-guard.server.ts";
import { NotificationListener } from "./notification-listener.server.ts";

/** Times in ms. */
export type PostgresLimits = {
  /** For a new connection, and for a free one of the pool. */
  connect: number;
  /** Statement timeout of the server. */
  statement: number;
  /** The server ends a transaction that is idle for this long. */
  idleInTransaction: number;
  /** A connection without an answer for this long is closed. */
  silence: number;
  /** Interval of the listening connection's checks. */
  listenerCheck: number;
  /** Log interval while waiting for a lock. */
  lockReport: number;
  /** Maximum wait for a lock behind one holder. */
  lockWait: number;
};

const LIMITS: PostgresLimits = {
  connect: 10_000,
  statement: 30_000,
  idleInTransaction: 60_000,
  silence: 40_000,
  listenerCheck: 5_000,
  lockReport: 10_000,
  lockWait: 600_000,
};

/** The server drops a vanished client and its locks after a minute instead of two hours. */
const KEEP_ALIVE = "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3";

type PostgresOptions = { url: string; max: number; log: DatabaseLog; limits?: Partial<PostgresLimits> };

/** A pool of connections to the PostgreSQL at `url`, each with timeouts; a lost one is logged and replaced. */
export function openPostgres({ url, max, log, limits: overrides }: PostgresOptions): Database {
  const limits = { ...LIMITS, ...overrides };
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const settings = [
    PLANNER,
    `set statement_timeout = ${limits.statement}`,
    `set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
  ].join("; ");
  const pool = new pg.Pool({
    ...connection,
    max,
    query_timeout: limits.silence,
    Client: ImpatientClient,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: (client) => client.query(settings).catch(() => {}),
  });
  // The pool handles errors of idle connections only; without a listener a lost connection in use would end the
  // process.
  pool.on("connect", (client) => client.on("error", (error) => log.warn({ err: error }, "database connection lost")));
  pool.on("error", () => {});
  const db = drizzleOn(pool);
  const listener = new NotificationListener(
    { ...connection, query_timeout: limits.silence },
    limits.listenerCheck,
    log,
  );
  const withConnection: Database["withConnection"] = async (work) => {
    const client = new pg.Client(connection);
    client.on("error", (error) => log.warn({ err: error }, "database connection lost"));
    await client.connect();
    try {
      await client.query(KEEP_ALIVE);
      return await work(client);
    } finally {
      await client.end();
    }
  };
  return {
    ...postgresCopying,
    db,
    kind: "postgres",
    pool,
    sql: (text, values) => pool.query(text, values as unknown[]),
    withConnection,
    withLock: (lock, work) =>
      withConnection(async (client) => {
        await takeLock(client, lock, { report: limits.lockReport, wait: limits.lockWait, log });
        return await work();
      }),
    listen: (channel, fn) => listener.listen(channel, fn),
    isListening: () => listener.isAlive,
    close: async () => {
      await listener.close();
      await pool.end();
    },
  };
}

const READ_TIMEOUT = "Query read timeout";

/**
 * After a read timeout the driver would wait for the old answer before the next query: the connection is closed
 * instead.
 */
class ImpatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const answer = query(...args);
      if (answer instanceof Promise) {
        answer.catch((error: Error) => {
          if (error.message === READ_TIMEOUT) void this.end();
        });
      }
      return answer;
    }) as pg.Client["query"];
  }
}
