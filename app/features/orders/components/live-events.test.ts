import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { subscribeToEvents, type LiveState } from "./live-events.ts";

/** A fake EventSource. */
class FakeSource extends EventTarget {
  readyState = 0;
  url: string;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close() {
    this.readyState = 2;
  }
  opens() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  emits(lastEventId: string) {
    this.dispatchEvent(Object.assign(new Event("order"), { lastEventId }));
  }
  breaks(readyState: 0 | 2) {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

let page: EventTarget & { visibilityState: string };
beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow(after = 7) {
  const sources: FakeSource[] = [];
  const states: LiveState[] = [];
  const onChange = vi.fn<() => void>();
  const stop = subscribeToEvents({
    name: "order",
    after,
    onChange,
    onState: (state) => states.push(state),
    open: (url) => {
      const source = new FakeSource(url);
      sources.push(source);
      return source;
    },
  });
  const latest = () => sources.at(-1)!;
  return { sources, states, onChange, stop, latest };
}

const see = (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
};

test("begins at the place of the page and tells changes, not the opening", () => {
  const { latest, states, onChange } = follow(7);
  expect(latest().url).toBe("/events?after=7");
  latest().opens();
  expect([states, onChange.mock.calls.length]).toEqual([["live"], 0]);
  latest().emits("8");
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a break shows, and the page is refreshed when the browser is back", () => {
  const { latest, states, onChange, sources } = follow();
  latest().opens();
  latest().breaks(0);
  latest().breaks(0);
  expect([states.at(-1), onChange.mock.calls.length, sources.length]).toEqual(["waiting", 0, 1]);
  latest().opens();
  expect([states.at(-1), onChange.mock.calls.length]).toEqual(["live", 1]);
});

test("a refusal is asked about once and tried again, longer apart each time, from the last place", () => {
  const { latest, sources, onChange } = follow();
  latest().opens();
  latest().emits("9");
  onChange.mockClear();
  for (const wait of [2_000, 4_000, 8_000]) {
    latest().breaks(2);
    vi.advanceTimersByTime(wait - 1);
    const before = sources.length;
    vi.advanceTimersByTime(1);
    expect(sources.length).toBe(before + 1);
    expect(latest().url).toBe("/events?after=9");
  }
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a session that ended shows as a break and then a refusal: the page is refreshed once", () => {
  const { latest, onChange } = follow();
  latest().opens();
  latest().breaks(0);
  expect(onChange).not.toHaveBeenCalled();
  latest().breaks(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a line that went silent is given up; the server's heartbeat keeps it", () => {
  const { latest, sources, states, onChange } = follow();
  latest().opens();
  for (let n = 0; n < 5; n += 1) {
    vi.advanceTimersByTime(20_000);
    latest().dispatchEvent(new Event("here"));
  }
  expect([sources.length, states.at(-1)]).toEqual([1, "live"]);
  vi.advanceTimersByTime(50_000);
  expect([sources.length, sources[0]?.readyState, states.at(-1)]).toEqual([2, 2, "waiting"]);
  latest().opens();
  expect([states.at(-1), onChange.mock.calls.length]).toEqual(["live", 1]);
});

test("without a network nothing is tried; with one again the stream resumes", () => {
  const { latest, sources, states } = follow();
  latest().opens();
  latest().emits("9");
  window.dispatchEvent(new Event("offline"));
  vi.advanceTimersByTime(120_000);
  expect([sources.length, latest().readyState, states.at(-1)]).toEqual([1, 2, "waiting"]);
  window.dispatchEvent(new Event("online"));
  expect([sources.length, latest().url]).toEqual([2, "/events?after=9"]);
});

test("a hidden tab hangs up and resumes where it stopped", () => {
  const { latest, sources, states } = follow();
  latest().opens();
  latest().emits("12");
  see("hidden");
  expect(latest().readyState).toBe(2);
  vi.advanceTimersByTime(120_000);
  expect(sources.length).toBe(1);
  see("visible");
  expect([latest().url, states.at(-1)]).toEqual(["/events?after=12", "connecting"]);
});

test("a page that opens in a hidden tab waits until it is seen; stopping stops all", () => {
  page.visibilityState = "hidden";
  const { sources, stop, latest } = follow();
  expect(sources).toEqual([]);
  see("visible");
  latest().breaks(2);
  stop();
  vi.advanceTimersByTime(120_000);
  see("visible");
  expect([sources.length, latest().readyState]).toEqual([1, 2]);
});
