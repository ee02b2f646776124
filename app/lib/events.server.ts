import type { Database } from "#db/client.server.ts";
import type { Logger } from "./log.server.ts";

/** A change and what is sent of it. `at` grows, for one person, in the order in which changes became visible. */
export type Change = { at: number; data: object };

/** Where one person's changes are read. `since` answers those after `at`, oldest first, at most `limit`. */
export type ChangeLog = {
  latest: (userId: string) => Promise<number>;
  since: (userId: string, at: number, limit: number) => Promise<Change[]>;
  /** Called with each notification, before any stream looks. */
  onNotice?: () => void;
};

export type EventOptions = {
  /** The name that the browser listens to. */
  name: string;
  changes: ChangeLog;
  log: Logger;
  heartbeatMs?: number;
  /** Streams that one person may have open here; one more replaces the oldest. */
  perUser?: number;
  /** Streams in all. */
  most?: number;
  /** Notifications within this time wake the streams once; without it each wakes them at once. */
  gatherMs?: number;
};

export type Follower = {
  userId: string;
  /** The last change that the client knows; null for "from now on". */
  after: number | null;
  /** Whether the session that opened the stream still stands. */
  isCurrent: () => Promise<boolean>;
};

export type EventHub = {
  /** A stream of the person's changes as server-sent events; null when there is no room or the process is closing. */
  open: (follower: Follower) => Promise<ReadableStream<Uint8Array> | null>;
  /** How many streams are open. */
  readonly size: number;
  close: () => Promise<void>;
};

const BATCH = 100;
const RETRY_MS = 3_000;
/** A client that was sent away for a newer one of the same person waits longer, so that the two do not take turns. */
const REPLACED_RETRY_MS = 60_000;
const MAX_UNREAD_BYTES = 65_536;

/**
 * Follows `channel` of the database and tells open streams what is new: those of the person whom a payload names as
 * `{"user_id": ...}`, all streams where it names none.
 * A notification only says whom to look for; what is sent is read from `changes` by each stream's own place. So nothing
 * is lost or told twice when notifications are, and several processes need no word between them.
 */
export async function startEvents(database: Database, channel: string, options: EventOptions): Promise<EventHub> {
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
  const wake = async (userId: string | null) => {
    // One after another: all at once would take every connection of the pool from the pages.
    const woken = userId === null ? [...streams.values()].flatMap((theirs) => [...theirs]) : streams.get(userId);
    for (const stream of woken ?? []) await stream.catchUp();
  };
  const stopListening = await database.listen(channel, onNotification);
  let closing: Promise<void> | null = null;

  return {
    async open(follower) {
      const latest = await options.changes.latest(follower.userId);
      if (isClosed || size >= most) return null;
      const theirs = streams.get(follower.userId) ?? new Set();
      for (const oldest of theirs) {
        if (theirs.size < perUser) break;
        oldest.end(REPLACED_RETRY_MS);
      }
      // A place beyond the newest is from another database; following it would miss what comes.
      const stream = new EventStream(follower, Math.min(follower.after ?? latest, latest), options, removeStream);
      streams.set(follower.userId, theirs.add(stream));
      size += 1;
      // What came between the question above and now was notified to nobody.
      void stream.catchUp();
      return stream.body;
    },
    get size() {
      return size;
    },
    close() {
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
    // An id without data raises no event; it gives the client its place to come back to.
    this.#send(`retry: ${RETRY_MS}\nid: ${at}\n\n`);
    this.#beat = setInterval(() => void this.#check(), options.heartbeatMs ?? 20_000).unref();
  }

  /** Sends what is new since this stream's place. Calls that come meanwhile are answered by one more look. */
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

  /** The client comes back by itself, after `retryMs` when given. */
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
      // The client went first.
    }
  }

  /** Heartbeat: shows both ends that the line works, ends with the session, and heals a notification that got lost. */
  async #check(): Promise<void> {
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
    // Whoever does not read is let go, and resumes where it stopped.
    if ((controller.desiredSize ?? 0) <= 0) return this.end();
    controller.enqueue(ENCODER.encode(text));
  }

  /** Without an answer from the database nobody knows whether the session stands: end, the client comes back. */
  #fail(error: unknown): void {
    this.#options.log.warn({ err: error }, "an event stream ended");
    this.end();
  }
}

const ENCODER = new TextEncoder();

/** Whom a payload is about; null ("all", unreadable) means anybody. */
function userIn(payload: string): string | null {
  try {
    const { user_id } = JSON.parse(payload) as { user_id?: unknown };
    return typeof user_id === "string" ? user_id : null;
  } catch {
    return null;
  }
}
