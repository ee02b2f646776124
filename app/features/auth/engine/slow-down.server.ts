/** How tries are slowed down: `free` of them in a row, then `first` seconds, doubled with each up to `longest`. */
export type Pace = { free: number; first: number; longest: number };

/** One count that a try belongs to. `key` holds no address or number in clear. */
export type Counter = { key: string; pace: Pace };

export type Attempt = {
  name: "sign_in" | "auth_message";
  /** The account that is named, whether it exists or not. */
  account: string;
  /** The visitor's address, or the first half of it for IPv6. */
  origin: string;
  /** The browser's own id when it has signed in to this account before, else null. */
  device: string | null;
};

const MINUTE_S = 60;

/** Seconds without a try after which a count begins anew. */
export const COUNT_LIFE_S = 60 * MINUTE_S;

const PACES: Record<Attempt["name"], { own: Pace; all: Pace }> = {
  sign_in: {
    own: { free: 10, first: 30, longest: 15 * MINUTE_S },
    all: { free: 20, first: 1, longest: 90 },
  },
  // A message costs money and rings somebody's phone.
  auth_message: {
    own: { free: 5, first: MINUTE_S, longest: 15 * MINUTE_S },
    all: { free: 10, first: MINUTE_S, longest: 15 * MINUTE_S },
  },
};

/** Seconds to wait after the try that was number `count`, before the next. */
export function delayAfter(count: number, { free, first, longest }: Pace): number {
  return count < free ? 0 : Math.min(longest, first * 2 ** Math.min(count - free, 30));
}

/**
 * What a try is counted by. Strangers count by account and origin, so that one of them cannot lock another out, and
 * together by account, which bounds guesses from many origins. A known device counts by itself and by nothing else.
 */
export function countersOf({ name, account, origin, device }: Attempt): Counter[] {
  const { own, all } = PACES[name];
  if (device) return [{ key: `${name}:device:${account}:${device}`, pace: own }];
  return [
    { key: `${name}:origin:${account}:${origin}`, pace: own },
    { key: `${name}:all:${account}`, pace: all },
  ];
}
