/** "waiting" is a disconnect: the browser or this module reconnects. */
export type LiveState = "connecting" | "live" | "waiting";

/** The used part of EventSource. */
type Source = {
  readyState: number;
  close(): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
};

type LiveEventsOptions = {
  /** The event's name. */
  name: string;
  /** The last change that the page's loader has read; omitted for a stream that starts with the state. */
  after?: number;
  path?: string;
  /** Called on a change, or without data when one may have happened. */
  onChange: (data?: string) => void;
  onState: (state: LiveState) => void;
  /** Whether a hidden tab stays connected. */
  listensHidden?: boolean;
  open?: (url: string) => Source;
};

const CLOSED = 2;
const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 60_000;
/** The server sends a heartbeat every 20 s; after two missed ones the connection is treated as dead. */
const SILENCE_MS = 50_000;

/**
 * Subscribes to the signed-in user's events until the returned function is called. By default a hidden tab disconnects,
 * because browsers share six connections among all tabs of a shop; when visible again it resumes at its position.
 */
export function subscribeToEvents({ name, after, path = "/events", onChange, onState, ...options }: LiveEventsOptions) {
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
      // A refresh during the disconnect may have failed.
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
      // A refusal, which browsers do not retry: the server is busy, or the session has ended and the page must know.
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
