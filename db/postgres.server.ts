import type pg from "pg";
import { postgresCopying } from "./copying.server.ts";
import { PLANNER, type Database, type DatabaseLog } from "./database.ts";
import { Hosts, ServerClient } from "./hosts.server.ts";
import { isLockHeld, takeIfFree, takeLock } from "./lock.server.ts";
import { drizzleOn } from "./nesting-guard.server.ts";
import { NotificationListener } from "./notification-listener.server.ts";
import { PostgresPool } from "./postgres-pool.server.ts";
import { Replica } from "./replica.server.ts";
import { refuseUnfit } from "./unfit-server.server.ts";

/** Times in ms. */
export type PostgresLimits = {
  /** For a new connection, and for a free one of the pool. */
  connect: number;
  /** Statement timeout of the server. */
  statement: number;
  /** The server ends a transaction that is idle for this long: so long a vanished client locks its rows. */
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
  idleInTransaction: 20_000,
  silence: 40_000,
  listenerCheck: 5_000,
  lockReport: 10_000,
  lockWait: 600_000,
};

/** The server drops a vanished client and its locks after a minute instead of two hours. */
const KEEP_ALIVE = "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3";

type PostgresOptions = {
  /** One server, or several with commas: the first that is no standby is used. */
  url: string;
  /** For notifications, migrations and locks, if a pooler is behind `url`. */
  directUrl?: string;
  /** A standby, or several with commas, for `publicReads`. */
  replicaUrl?: string;
  max: number;
  log: DatabaseLog;
  limits?: Partial<PostgresLimits>;
};

/** A standby that is silent for this long is not waited for: the primary answers. In ms. */
const REPLICA_SILENCE_MS = 5_000;

/** With several servers the next one is tried after this time, in ms. */
const TURN_MS = 3_000;

/** A pool of connections to the PostgreSQL at `url`, each with timeouts; a lost one is logged and replaced. */
export function openPostgres({ url, directUrl, replicaUrl, max, log, limits: overrides }: PostgresOptions): Database {
  const limits = { ...LIMITS, ...overrides };
  const hosts = new Hosts(url);
  const directHosts = directUrl === undefined ? hosts : new Hosts(directUrl);
  const connectMs = ({ urls }: Hosts) => (urls.length > 1 ? Math.min(limits.connect, TURN_MS) : limits.connect);
  const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const settings = [
    PLANNER,
    `set statement_timeout = ${limits.statement}`,
    `set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
  ].join("; ");
  const pool = new PostgresPool({
    ...keptAlive,
    hosts,
    primaryOnly: true,
    max,
    connectMs: connectMs(hosts),
    // For a free connection of the pool.
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.silence,
    // Behind a pooler a SET would reach the sessions of others: there the role has these settings.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: directUrl === undefined ? (client) => client.query(settings).catch(() => {}) : undefined,
    onLost: (error) => log.warn({ err: error }, "database connection lost"),
  });
  const openReplica = (address: string) => {
    const more = (to: Hosts, connections: number) =>
      new PostgresPool({
        ...keptAlive,
        hosts: to,
        primaryOnly: to === directHosts,
        max: connections,
        connectMs: TURN_MS,
        connectionTimeoutMillis: TURN_MS,
        query_timeout: REPLICA_SILENCE_MS,
        // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
        onConnect: (client) => client.query(settings).catch(() => {}),
        onLost: (error) => log.warn({ err: error }, "database connection lost"),
      });
    const parts = { primary: pool, watch: more(directHosts, 1), replica: more(new Hosts(address), max) };
    return new Replica({ ...parts, isListening: () => listener.isAlive, log });
  };
  /** A connection of its own to the primary; the caller ends it. */
  const openDirect = (more: pg.ClientConfig = {}) =>
    directHosts.inTurn(async (connectionString) => {
      const client = new ServerClient({
        ...keptAlive,
        ...more,
        connectionString,
        connectionTimeoutMillis: connectMs(directHosts),
      });
      // Without a listener a lost connection would end the process; who needs to know adds one.
      client.on("error", () => {});
      return await client.connect();
    });
  const db = drizzleOn(pool);
  const listener = new NotificationListener(
    () => openDirect({ query_timeout: limits.silence }),
    () => pool.distrust(),
    limits.listenerCheck,
    log,
  );
  const replica = replicaUrl === undefined ? null : openReplica(replicaUrl);
  const withConnection: Database["withConnection"] = async (work) => {
    const client = await openDirect();
    client.on("error", (error) => log.warn({ err: error }, "database connection lost"));
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
    ifFree: (name, work) =>
      withConnection(async (client) => {
        const isFree = await takeIfFree(client, name);
        if (isFree) await work();
        return isFree;
      }),
    isHeld: (name) => isLockHeld(pool, name),
    listen: (channel, fn, { isOnPages = true } = {}) =>
      listener.listen(channel, (payload) => {
        if (isOnPages) replica?.outdate();
        fn(payload);
      }),
    isListening: () => listener.isAlive,
    publicReads: (work) => (replica ? replica.publicReads(work) : work()),
    ...(replica ? { replica } : {}),
    refuseUnfit: async () => {
      await refuseUnfit(openDirect, directUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL");
      await replica?.refuseOther();
    },
    close: async () => {
      await listener.close();
      await replica?.close();
      await pool.end();
    },
  };
}
