import type { Database } from "#db/client.server.ts";
import type { Logger } from "./log.server.ts";

/** A change and the data to send. `at` increases per user in the order in which changes became visible. */
export type LoggedChange = { at: number; data: object };

/** The source of a user's changes. `since` returns those after `at`, oldest first, at most `limit`. */
export type ChangeLog = {
  latest: (userId: string) => Promise<number>;
  since: (userId: string, at: number, limit: number) => Promise<LoggedChange[]>;
  /** Called with each notification, before streams read. */
  onNotice?: () => void;
};

export type EventOptions = {
  /** The name of the server-sent event. */
  name: string;
  changes: ChangeLog;
  log: Logger;
  heartbeatMs?: number;
  /** Maximum number of streams per user in this process; a further one replaces the oldest. */
  perUser?: number;
  /** Maximum number of all streams. */
  most?: number;
  /** Notifications within this time wake the streams once; without it each wakes them immediately. */
  gatherMs?: number;
};

export type Follower = {
  userId: string;
  /** The last change that the client knows; null to start with the next one. */
  after: number | null;
  /** Whether the session that opened the stream is still valid. */
  isCurrent: () => Promise<boolean>;
};

export type EventHub = Awaited<ReturnType<typeof startEvents>>;

const BATCH = 100;
const RETRY_MS = 3_000;
/**
 * A client that was replaced by a newer stream waits longer, so that two streams do not replace each other repeatedly.
 */
const REPLACED_RETRY_MS = 60_000;
const MAX_UNREAD_BYTES = 65_536;

/**
 * Listens on `channel` of the database and wakes streams: those of the user named by a payload `{"user_id": ...}`, else
 * all. The notification is only a hint; each stream reads `changes` after its own position, so lost or repeated
 * notifications lose or repeat nothing, and processes need no coordination. A notification of the channel "sessions"
 * ends the streams of that user whose session or role ended.
 */
export async function startEvents(database: Database, channel: string, options: EventOptions) {
  const { perUser = 10, most = 5_000, gatherMs } = options;
  const streams = new Map<string, Set<EventStream>>();
  let size = 0;
  let isClosed = false;

  const removeStream = (stream: EventStream) => {
    const theirs = streams.get(stream.userId);
    if (!theirs?.delete(stream)) return;
    size -= 1;
    if (theirs.size === 0) streams.delete(stream.userId);
  };
  let gathering: NodeJS.Timeout | undefined;
  const onNotification = (payload: string) => {
    options.changes.onNotice?.();
    if (gatherMs === undefined) return void wake(userIn(payload));
    gathering ??= setTimeout(() => {
      gathering = undefined;
      void wake(null);
    }, gatherMs).unref();
  };
  const streamsOf = (userId: string | null) =>
    userId === null ? [...streams.values()].flatMap((theirs) => [...theirs]) : [...(streams.get(userId) ?? [])];
  // One after another: in parallel they would take every connection of the pool.
  const wake = async (userId: string | null) => {
    for (const stream of streamsOf(userId)) await stream.catchUp();
  };
  const onSessionEnd = async (payload: string) => {
    for (const stream of streamsOf(userIn(payload))) await stream.check();
  };
  const stops = [
    await database.listen(channel, onNotification),
    await database.listen("sessions", (payload) => void onSessionEnd(payload)),
  ];
  const stopListening = async () => void (await Promise.all(stops.map((stop) => stop())));
  let closing: Promise<void> | null = null;

  return {
    /** A stream of the user's changes as server-sent events; null if the limit is reached or the process is closing. */
    async open(follower: Follower): Promise<ReadableStream<Uint8Array> | null> {
      const latest = await options.changes.latest(follower.userId);
      if (isClosed || size >= most) return null;
      const theirs = streams.get(follower.userId) ?? new Set();
      for (const oldest of theirs) {
        if (theirs.size < perUser) break;
        oldest.end(REPLACED_RETRY_MS);
      }
      // A position beyond the newest is from another database and would skip future changes.
      const stream = new EventStream(follower, Math.min(follower.after ?? latest, latest), options, removeStream);
      streams.set(follower.userId, theirs.add(stream));
      size += 1;
      // Changes between the query above and now were not notified to this stream.
      void stream.catchUp();
      return stream.body;
    },
    /** The number of open streams. */
    get size(): number {
      return size;
    },
    close(): Promise<void> {
      isClosed = true;
      for (const theirs of streams.values()) for (const stream of theirs) stream.end();
      return (closing ??= stopListening());
    },
  };
}

class EventStream {
  readonly userId: string;
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #follower: Follower;
  #options: EventOptions;
  #at: number;
  #beat: NodeJS.Timeout;
  #isReading = false;
  #isStale = false;
  #onEnd: (stream: EventStream) => void;

  constructor(follower: Follower, at: number, options: EventOptions, onEnd: (stream: EventStream) => void) {
    this.userId = follower.userId;
    this.#follower = follower;
    this.#options = options;
    this.#at = at;
    this.#onEnd = onEnd;
    this.body = new ReadableStream<Uint8Array>(
      { start: (controller) => void (this.#controller = controller), cancel: () => this.end() },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
    );
    // An id without data raises no event; it sets the position for a reconnect.
    this.#send(`retry: ${RETRY_MS}\nid: ${at}\n\n`);
    this.#beat = setInterval(() => void this.check(), options.heartbeatMs ?? 20_000).unref();
  }

  /** Sends the changes after this stream's position. Calls during a run cause one more run. */
  async catchUp(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale && this.#controller) {
        this.#isStale = false;
        const found = await this.#options.changes.since(this.userId, this.#at, BATCH);
        if (found.length === 0) continue;
        if (!(await this.#follower.isCurrent())) return this.end();
        for (const { at, data } of found) {
          this.#send(`id: ${at}\nevent: ${this.#options.name}\ndata: ${JSON.stringify(data)}\n\n`);
          this.#at = at;
        }
        if (found.length === BATCH) this.#isStale = true;
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isReading = false;
    }
  }

  /** The client reconnects by itself, after `retryMs` if given. */
  end(retryMs?: number): void {
    const controller = this.#controller;
    if (!controller) return;
    if (retryMs) this.#send(`retry: ${retryMs}\n\n`);
    this.#controller = null;
    clearInterval(this.#beat);
    this.#onEnd(this);
    try {
      controller.close();
    } catch {
      // The client has disconnected.
    }
  }

  /** Heartbeat: keeps the connection alive, ends the stream with the session, and recovers from lost notifications. */
  async check(): Promise<void> {
    this.#send("event: here\ndata:\n\n");
    try {
      if (!(await this.#follower.isCurrent())) return this.end();
    } catch (error) {
      return this.#fail(error);
    }
    await this.catchUp();
  }

  #send(text: string): void {
    const controller = this.#controller;
    if (!controller) return;
    // A client that does not read is disconnected, and resumes at its position.
    if ((controller.desiredSize ?? 0) <= 0) return this.end();
    controller.enqueue(ENCODER.encode(text));
  }

  /** If the session cannot be checked, the stream ends and the client reconnects. */
  #fail(error: unknown): void {
    this.#options.log.warn({ err: error }, "an event stream ended");
    this.end();
  }
}

const ENCODER = new TextEncoder();

/** The user of a payload; null ("all", unreadable) means all. */
function userIn(payload: string): string | null {
  try {
    const { user_id } = JSON.parse(payload) as { user_id?: unknown };
    return typeof user_id === "string" ? user_id : null;
  } catch {
    return null;
  }
}
