/** "waiting" is a break: the browser or this module tries again. */
export type LiveState = "connecting" | "live" | "waiting";

/** Of EventSource, what is used here. */
type Source = {
  readyState: number;
  close(): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
};

type Options = {
  /** The event's name. */
  name: string;
  /** The last change that the page shows, as its loader read it; left out where a stream begins with what is. */
  after?: number;
  path?: string;
  /** Something changed, or may have: then without data. */
  onChange: (data?: string) => void;
  onState: (state: LiveState) => void;
  /** Whether a hidden tab goes on listening. */
  listensHidden?: boolean;
  open?: (url: string) => Source;
};

const CLOSED = 2;
const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 60_000;
/** The server says that it is there every 20 s; a line on which that was missed twice is dead, whatever it looks like. */
const SILENCE_MS = 50_000;

/**
 * Follows the signed-in person's events until the function it answers is called. A hidden tab hangs up unless told
 * otherwise, because browsers share six connections among all tabs of a shop; it resumes when seen again, where it stopped.
 */
export function followEvents({ name, after, path = "/events", onChange, onState, ...options }: Options) {
  const { listensHidden = false, open = (url: string) => new EventSource(url) } = options;
  const isAway = () => document.visibilityState === "hidden" && !listensHidden;
  let source: Source | null = null;
  let at = after;
  let delay = FIRST_DELAY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let isBroken = false;
  let isRefused = false;

  const connect = () => {
    disconnect();
    const current = open(at === undefined ? path : `${path}?after=${at}`);
    source = current;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        lose();
        connect();
      }, SILENCE_MS);
    };
    listen();
    current.addEventListener("open", () => {
      delay = FIRST_DELAY_MS;
      listen();
      onState("live");
      // A refresh that a change asked for may have failed in the break.
      if (isBroken) onChange();
      isBroken = false;
      isRefused = false;
    });
    current.addEventListener("here", listen);
    current.addEventListener(name, (event) => {
      listen();
      const { lastEventId, data } = event as MessageEvent<string>;
      if (at !== undefined) at = Number(lastEventId) || at;
      onChange(data);
    });
    current.addEventListener("error", () => {
      if (source !== current) return;
      lose();
      if (current.readyState !== CLOSED) return;
      // Refused, which browsers do not try again: the server is busy, or the session ended and the page must know.
      clearTimeout(silence);
      retry = setTimeout(connect, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
      if (!isRefused) onChange();
      isRefused = true;
    });
  };
  const lose = () => {
    isBroken = true;
    onState("waiting");
  };
  const disconnect = () => {
    clearTimeout(retry);
    clearTimeout(silence);
    source?.close();
    source = null;
  };
  const onVisibility = () => {
    if (listensHidden && source && source.readyState !== CLOSED) return;
    disconnect();
    if (isAway()) return;
    onState("connecting");
    connect();
  };
  const onOffline = () => {
    disconnect();
    lose();
  };

  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("offline", onOffline);
  window.addEventListener("online", onVisibility);
  if (!isAway()) connect();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("offline", onOffline);
    window.removeEventListener("online", onVisibility);
    disconnect();
  };
}
