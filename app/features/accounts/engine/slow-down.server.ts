/** Backoff: `free` attempts in a row, then a delay of `first` seconds, doubled with each attempt up to `longest`. */
export type Pace = { free: number; first: number; longest: number };

/** At most `most` attempts within `seconds` of the first; `mostForFirst` for an origin without earlier attempts. */
export type Bound = { most: number; mostForFirst?: number; seconds: number };

/**
 * One counter of an attempt; `key` contains only hashed identifiers. `whenFull`: "wait" refuses the attempt, "quiet"
 * responds as usual without effect, "stranger" counts an attempt of a known device as one of an unknown device.
 */
export type Counter = { key: string } & (
  | { pace: Pace; whenFull: "wait" }
  | { bound: Bound; whenFull: "wait" | "quiet" | "stranger" }
);

export type AuthAttempt = {
  /** A password, a code, a request for a sign-in code or link, a request for a sign-up or account change. */
  name: "sign_in" | "sign_in_code" | "auth_message" | "sign_up";
  /** The endpoint path; valid messages are counted by path. */
  path: string;
  /** The account in the request, existing or not. */
  account: string;
  isPhone: boolean;
  /** The visitor's IPv4 address, or the first 48 bits of an IPv6 address. */
  origin: string;
  /** The id of a browser that has signed in to this account before, else null. */
  device: string | null;
};

const MINUTE_S = 60;
const DAY_S = 86_400;

/** Seconds without an attempt after which a paced counter is reset. */
export const COUNT_LIFE_S = 60 * MINUTE_S;

const TRIES: Pace = { free: 10, first: 30, longest: 15 * MINUTE_S };
// Messages cost money and disturb their recipient.
const MESSAGES: Pace = { free: 5, first: MINUTE_S, longest: 15 * MINUTE_S };
const PACES: Record<AuthAttempt["name"], Pace> = {
  sign_in: TRIES,
  sign_in_code: TRIES,
  auth_message: MESSAGES,
  sign_up: MESSAGES,
};

/** For all known devices of an account together: a person who once knew the password can create any number. */
const DEVICES: Bound = { most: 30, seconds: DAY_S };
/**
 * Password attempts of unknown devices of all origins; beyond it only codes, links, passkeys and known devices work.
 */
const PASSWORDS: Bound = { most: 5000, seconds: DAY_S };
/** At most the lifetime of codes, so that the last code sent is still valid while further ones are suppressed. */
const OPEN_MESSAGES: Bound = { most: MESSAGES.free, mostForFirst: 10, seconds: 5 * MINUTE_S };
const SIGN_UPS: Bound = { most: 30, mostForFirst: 100, seconds: DAY_S };
const TEXTS: Bound = { most: 300, seconds: DAY_S };

/** Delay in seconds between attempt number `count` and the next one. */
export function delayAfter(count: number, { free, first, longest }: Pace): number {
  return count < free ? 0 : Math.min(longest, first * 2 ** Math.min(count - free, 30));
}

/**
 * Counters of an attempt. Unknown devices count by account and origin, so that one cannot lock out another; their
 * common bound delays a new origin only at numbers that a flood reaches. A known device has its own counter and one
 * shared with the account's other known devices.
 */
export function countersOf(attempt: AuthAttempt): Counter[] {
  const { name, account, origin, device } = attempt;
  const pace = PACES[name];
  if (device)
    return [
      { key: `${name}:device:${account}:${device}`, pace, whenFull: "wait" },
      { key: `${name}:devices:${account}`, bound: DEVICES, whenFull: "stranger" },
    ];
  return [{ key: `${name}:origin:${account}:${origin}`, pace, whenFull: "wait" }, ...together(attempt)];
}

/** Codes need no common bound: each allows three attempts, and the number of codes sent is bounded. */
function together({ name, path, account, isPhone }: AuthAttempt): Counter[] {
  const key = `${name}:all:${account}`;
  if (name === "sign_in") return [{ key, bound: PASSWORDS, whenFull: "wait" }];
  if (name === "sign_up") return [{ key, bound: SIGN_UPS, whenFull: "wait" }];
  if (name === "sign_in_code") return [];
  const open: Counter = { key: `${name}:open:${account}:${path}`, bound: OPEN_MESSAGES, whenFull: "quiet" };
  return isPhone ? [open, { key, bound: TEXTS, whenFull: "wait" }] : [open];
}
