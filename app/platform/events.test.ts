import { afterEach, expect, test, vi } from "vitest";
import type { Database } from "#db/client.server.ts";
import { startEvents, type LoggedChange, type EventHub, type EventOptions, type Follower } from "./events.server.ts";
import { createLogger } from "./log.server.ts";

/** Changes in memory and a channel with manual notifications. */
function world(options: Partial<EventOptions> = {}) {
  const storedChanges = new Map<string, LoggedChange[]>();
  const subscribers = new Map<string, (payload: string) => void>();
  const stopped = vi.fn(async () => {});
  let last = 0;
  const theirs = (userId: string) => storedChanges.get(userId) ?? [];
  const database = {
    listen: async (channel: string, fn: (payload: string) => void) => {
      subscribers.set(channel, fn);
      return stopped;
    },
  } as unknown as Database;
  const speak = (payload: string) => subscribers.get("things")?.(payload);
  const changes = {
    latest: vi.fn(async (userId: string) => theirs(userId).at(-1)?.at ?? 0),
    since: vi.fn(async (userId: string, at: number, limit: number) =>
      theirs(userId)
        .filter((one) => one.at > at)
        .slice(0, limit),
    ),
  };
  const change = (userId: string, id: string) => {
    storedChanges.set(userId, [...theirs(userId), { at: (last += 1), data: { id } }]);
  };
  return {
    changes,
    stopped,
    change,
    speak,
    endSession: (payload: string) => subscribers.get("sessions")?.(payload),
    notify: (userId: string, id: string) => {
      change(userId, id);
      speak(JSON.stringify({ id, user_id: userId }));
    },
    start: () => startEvents(database, "things", { name: "thing", changes, log: createLogger("silent"), ...options }),
  };
}

const follower = (userId: string, more: Partial<Follower> = {}): Follower => ({
  userId,
  after: null,
  isCurrent: async () => true,
  ...more,
});

/** Opens a stream and collects its output. */
async function follow(hub: EventHub, who: Follower) {
  const body = await hub.open(who);
  if (!body) throw new Error("no stream");
  const reader = body.getReader();
  const client = { text: "", isOver: false, leave: () => reader.cancel() };
  const decoder = new TextDecoder();
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      client.text += decoder.decode(value);
    }
    client.isOver = true;
  })();
  return Object.assign(client, {
    dataLines: () => [...client.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data),
  });
}

const dataLines = (...ids: string[]) => ids.map((id) => JSON.stringify({ id }));

afterEach(() => {
  vi.useRealTimers();
});

test("a stream starts with its position and sends changes of its user only", async () => {
  const { start, notify, change } = world();
  change("ada", "old");
  const hub = await start();
  const [ada, bola] = [await follow(hub, follower("ada")), await follow(hub, follower("bola"))];
  notify("ada", "a1");
  notify("bola", "b1");
  notify("ada", "a2");
  await expect.poll(() => ada.dataLines()).toEqual(dataLines("a1", "a2"));
  await expect.poll(() => bola.dataLines()).toEqual(dataLines("b1"));
  expect(ada.text).toMatch(/^retry: 3000\nid: 1\n\nid: 2\nevent: thing\ndata: /);
  await hub.close();
});

test("a reconnected stream gets the missed changes once, before new ones", async () => {
  const { start, notify, change } = world();
  for (const id of ["a1", "a2", "a3"]) change("ada", id);
  const hub = await start();
  const ada = await follow(hub, follower("ada", { after: 1 }));
  notify("ada", "a4");
  await expect.poll(() => ada.dataLines()).toEqual(dataLines("a2", "a3", "a4"));
  await hub.close();
});

test("changes of more than one batch are all sent", async () => {
  const { start, change } = world();
  const ids = Array.from({ length: 250 }, (_, n) => `a${n}`);
  for (const id of ids) change("ada", id);
  const hub = await start();
  const ada = await follow(hub, follower("ada", { after: 0 }));
  await expect.poll(() => ada.dataLines()).toEqual(dataLines(...ids));
  await hub.close();
});

test("a place beyond the newest is taken for the newest", async () => {
  const { start, notify, change } = world();
  change("ada", "a1");
  const hub = await start();
  const ada = await follow(hub, follower("ada", { after: 999 }));
  notify("ada", "a2");
  await expect.poll(() => ada.dataLines()).toEqual(dataLines("a2"));
  await hub.close();
});

test("repeated and empty notifications send no events; after a reconnect all streams catch up", async () => {
  const { start, notify, change, speak } = world();
  const hub = await start();
  const [ada, bola] = [await follow(hub, follower("ada")), await follow(hub, follower("bola"))];
  notify("ada", "a1");
  speak(JSON.stringify({ user_id: "ada" }));
  speak("not json");
  change("ada", "a2");
  change("bola", "b1");
  speak("all");
  await expect.poll(() => ada.dataLines()).toEqual(dataLines("a1", "a2"));
  await expect.poll(() => bola.dataLines()).toEqual(dataLines("b1"));
  await hub.close();
});

test("a notification that comes while changes are read is not lost", async () => {
  const { start, notify, changes } = world();
  const hub = await start();
  const ada = await follow(hub, follower("ada"));
  const read = changes.since.getMockImplementation()!;
  changes.since.mockImplementationOnce(async (...args) => {
    const found = await read(...args);
    notify("ada", "a2");
    return found;
  });
  notify("ada", "a1");
  await expect.poll(() => ada.dataLines()).toEqual(dataLines("a1", "a2"));
  await hub.close();
});

test("the heartbeat keeps the line, finds what no notification told, and ends with the session", async () => {
  vi.useFakeTimers();
  const { start, change } = world({ heartbeatMs: 20_000 });
  const hub = await start();
  let isCurrent = true;
  const ada = await follow(hub, follower("ada", { isCurrent: async () => isCurrent }));
  change("ada", "silent");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ada.text).toContain("\n\nevent: here\ndata:\n\n");
  expect(ada.dataLines()).toEqual(dataLines("silent"));
  isCurrent = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([ada.isOver, hub.size]).toEqual([true, 0]);
});

test.each(['{"user_id":"ada"}', "all"])(
  "a session that ended ends its stream at the notice %s, not others",
  async (payload) => {
    const { start, endSession } = world();
    const hub = await start();
    const current = new Set(["ada", "bola"]);
    const open = (who: string) => follow(hub, follower(who, { isCurrent: async () => current.has(who) }));
    const [ada, bola] = [await open("ada"), await open("bola")];
    endSession(payload);
    await expect.poll(() => ada.text).toContain("event: here");
    expect(hub.size).toBe(2);
    current.delete("ada");
    endSession(payload);
    await expect.poll(() => ada.isOver).toBe(true);
    expect([hub.size, bola.isOver]).toEqual([1, false]);
    await hub.close();
  },
);

test("a session that ended before the change gets nothing", async () => {
  const { start, notify } = world();
  const hub = await start();
  const ada = await follow(hub, follower("ada", { isCurrent: async () => false }));
  notify("ada", "a1");
  await expect.poll(() => ada.isOver).toBe(true);
  expect(ada.dataLines()).toEqual([]);
});

test("when the database does not answer the stream ends, and resumes where it stopped", async () => {
  const { start, notify, changes } = world();
  const hub = await start();
  const ada = await follow(hub, follower("ada"));
  changes.since.mockRejectedValueOnce(new Error("gone"));
  notify("ada", "a1");
  await expect.poll(() => ada.isOver).toBe(true);
  const again = await follow(hub, follower("ada", { after: 0 }));
  await expect.poll(() => again.dataLines()).toEqual(dataLines("a1"));
  await hub.close();
});

test("one stream too many replaces the person's oldest, which is to wait; others keep theirs", async () => {
  const { start, notify } = world({ perUser: 2 });
  const hub = await start();
  const bola = await follow(hub, follower("bola"));
  const clients: Awaited<ReturnType<typeof follow>>[] = [];
  for (let n = 0; n < 3; n += 1) clients.push(await follow(hub, follower("ada")));
  await expect.poll(() => clients.map(({ isOver }) => isOver)).toEqual([true, false, false]);
  expect(clients[0]?.text).toMatch(/retry: 60000\n\n$/);
  expect([hub.size, bola.isOver]).toEqual([3, false]);
  notify("ada", "a1");
  await expect.poll(() => clients.map((one) => one.dataLines().length)).toEqual([0, 1, 1]);
  await hub.close();
});

test("there is an end to all streams together", async () => {
  const { start } = world({ most: 1 });
  const hub = await start();
  await follow(hub, follower("ada"));
  expect(await hub.open(follower("bola"))).toBeNull();
  await hub.close();
});

test("who leaves frees the place; who does not read is let go", async () => {
  const { start, notify, change } = world();
  const hub = await start();
  const ada = await follow(hub, follower("ada"));
  await ada.leave();
  expect(hub.size).toBe(0);
  notify("ada", "a1");
  for (let n = 0; n < 3_000; n += 1) change("bola", `b${n}`);
  await hub.open(follower("bola", { after: 0 }));
  await expect.poll(() => hub.size).toBe(0);
});

test("closing ends every stream, stops listening once on each channel and opens no more", async () => {
  const { start, stopped } = world();
  const hub = await start();
  const ada = await follow(hub, follower("ada"));
  await Promise.all([hub.close(), hub.close()]);
  await expect.poll(() => ada.isOver).toBe(true);
  expect(stopped).toHaveBeenCalledTimes(2);
  expect(await hub.open(follower("ada"))).toBeNull();
});
