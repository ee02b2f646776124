import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { LOST, type DatabaseLog } from "./database.ts";

type Subscriber = (payload: string) => void;

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 5_000;

/**
 * One connection for all LISTENs of a process. Every `checkMs` it notifies itself; if that does not arrive by the next
 * check, the connection is dead, regardless of TCP, and is replaced. Subscribers get LOST when it is lost and when it
 * is back, because notifications in between are lost.
 */
export class NotificationListener {
  readonly #open: () => Promise<pg.Client>;
  readonly #onSilence: () => void;
  readonly #checkMs: number;
  readonly #log: DatabaseLog;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  #client: pg.Client | null = null;
  #opening: Promise<void> | null = null;
  #isClosed = false;

  /** `open` resolves with a new connection to the primary; `onSilence` is called when a check finds a dead one. */
  constructor(open: () => Promise<pg.Client>, onSilence: () => void, checkMs: number, log: DatabaseLog) {
    this.#open = open;
    this.#onSilence = onSilence;
    this.#checkMs = checkMs;
    this.#log = log;
  }

  /** Whether notifications arrive, as far as known; true without subscribers. */
  get isAlive(): boolean {
    return this.#subscribers.size === 0 || this.#client !== null;
  }

  /** Subscribes to `channel`; returns an unsubscribe function. Throws if the first connection fails. */
  async listen(channel: string, subscriber: Subscriber): Promise<() => Promise<void>> {
    const subscribers = this.#subscribers.get(channel);
    if (subscribers) subscribers.add(subscriber);
    else {
      this.#subscribers.set(channel, new Set([subscriber]));
      await (this.#opening ??= this.#connect());
      await this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    return async () => {
      this.#subscribers.get(channel)?.delete(subscriber);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = await this.#open();
    const own = `listener_${randomUUID()}`;
    let isAnswered = true;
    let check: NodeJS.Timeout | undefined;
    client.on("error", (error) => this.#log.warn({ err: error }, "the listening database connection was lost"));
    client.on("notification", ({ channel, payload = "" }) => {
      if (channel === own) isAnswered = true;
      else for (const subscriber of this.#subscribers.get(channel) ?? []) subscriber(payload);
    });
    client.once("end", () => {
      clearInterval(check);
      if (this.#client === client) void this.#reconnect();
    });
    const listen = async (channel: string) => await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    try {
      await listen(own);
      // Also visits a channel that is added meanwhile.
      for (const channel of this.#subscribers.keys()) await listen(channel);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    if (this.#isClosed) return await client.end();
    this.#client = client;
    check = setInterval(() => {
      if (!isAnswered) {
        this.#onSilence();
        // With a running query, `end` closes the connection without waiting for the server.
        return void client.end().catch(() => {});
      }
      isAnswered = false;
      client.query("select pg_notify($1, '')", [own]).catch(() => {});
    }, this.#checkMs).unref();
  }

  async #reconnect(): Promise<void> {
    this.#client = null;
    if (!this.#isClosed) this.#log.warn({}, "notifications do not arrive: connecting again");
    for (let delay = FIRST_DELAY_MS; !this.#isClosed; delay = Math.min(2 * delay, LONGEST_DELAY_MS)) {
      this.#notifyLost();
      await wait(delay, undefined, { ref: false });
      try {
        await this.#connect();
        return this.#notifyLost();
      } catch (error) {
        this.#log.warn({ err: error }, "the listening database connection cannot be opened");
      }
    }
  }

  #notifyLost(): void {
    for (const subscribers of this.#subscribers.values()) for (const subscriber of subscribers) subscriber(LOST);
  }
}
