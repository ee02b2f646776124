/** How tries are slowed down: `free` of them in a row, then `first` seconds, doubled with each up to `longest`. */
export type Pace = { free: number; first: number; longest: number };

/** So many tries in `seconds` from the first of them; `mostForFirst` where the one who asks has not tried before. */
export type Bound = { most: number; mostForFirst?: number; seconds: number };

/**
 * One count that a try belongs to. `key` holds no address or number in clear. `whenFull`: "wait" refuses the try, "quiet"
 * answers it as always and does nothing, "stranger" counts a known device's try as a stranger's.
 */
export type Counter = { key: string } & (
  | { pace: Pace; whenFull: "wait" }
  | { bound: Bound; whenFull: "wait" | "quiet" | "stranger" }
);

export type Attempt = {
  /** A password, a code, a request for a code or link to sign in with, a request for what opens or changes an account. */
  name: "sign_in" | "sign_in_code" | "auth_message" | "sign_up";
  /** What is asked for, where it is answered quietly while such messages are open; the path. */
  path: string;
  /** The account that is named, whether it exists or not. */
  account: string;
  isPhone: boolean;
  /** The visitor's address, or the first 48 bits of it for IPv6. */
  origin: string;
  /** The browser's own id when it has signed in to this account before, else null. */
  device: string | null;
};

const MINUTE_S = 60;
const DAY_S = 86_400;

/** Seconds without a try after which a paced count begins anew. */
export const COUNT_LIFE_S = 60 * MINUTE_S;

const TRIES: Pace = { free: 10, first: 30, longest: 15 * MINUTE_S };
// A message costs money and rings somebody's phone.
const MESSAGES: Pace = { free: 5, first: MINUTE_S, longest: 15 * MINUTE_S };
const PACES: Record<Attempt["name"], Pace> = {
  sign_in: TRIES,
  sign_in_code: TRIES,
  auth_message: MESSAGES,
  sign_up: MESSAGES,
};

/** All known devices of an account together: whoever knew a password once can make any number of them. */
const DEVICES: Bound = { most: 30, seconds: DAY_S };
/** Passwords that strangers of all origins may try; beyond it codes, links, passkeys and known devices are left. */
const PASSWORDS: Bound = { most: 5000, seconds: DAY_S };
/** No longer than codes live, so that the last one that was sent is open while no other is. */
const OPEN_MESSAGES: Bound = { most: MESSAGES.free, mostForFirst: 10, seconds: 5 * MINUTE_S };
const SIGN_UPS: Bound = { most: 30, mostForFirst: 100, seconds: DAY_S };
const TEXTS: Bound = { most: 300, seconds: DAY_S };

/** Seconds to wait after the try that was number `count`, before the next. */
export function delayAfter(count: number, { free, first, longest }: Pace): number {
  return count < free ? 0 : Math.min(longest, first * 2 ** Math.min(count - free, 30));
}

/**
 * What a try is counted by. Strangers count by account and origin, so that one of them cannot lock another out; what
 * bounds them together never makes an origin wait that comes for the first time, but at numbers that only a flood
 * reaches. A known device counts by itself and with the account's other known devices, apart from strangers.
 */
export function countersOf(attempt: Attempt): Counter[] {
  const { name, account, origin, device } = attempt;
  const pace = PACES[name];
  if (device)
    return [
      { key: `${name}:device:${account}:${device}`, pace, whenFull: "wait" },
      { key: `${name}:devices:${account}`, bound: DEVICES, whenFull: "stranger" },
    ];
  return [{ key: `${name}:origin:${account}:${origin}`, pace, whenFull: "wait" }, ...together(attempt)];
}

/** Codes need no count here: each ends after three tries, and how many are sent is bounded. */
function together({ name, path, account, isPhone }: Attempt): Counter[] {
  const key = `${name}:all:${account}`;
  if (name === "sign_in") return [{ key, bound: PASSWORDS, whenFull: "wait" }];
  if (name === "sign_up") return [{ key, bound: SIGN_UPS, whenFull: "wait" }];
  if (name === "sign_in_code") return [];
  const open: Counter = { key: `${name}:open:${account}:${path}`, bound: OPEN_MESSAGES, whenFull: "quiet" };
  return isPhone ? [open, { key, bound: TEXTS, whenFull: "wait" }] : [open];
}
