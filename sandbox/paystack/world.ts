import type { Clock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { Store } from "./store.ts";
import type { Webhooks } from "./webhooks.ts";

export type Settings = {
  /** Who pays the fees; with `customer` a transaction's amount is above its requested amount. */
  fees_bearer: "account" | "customer";
  /** HTTP status for an unknown reference; the provider uses both. */
  unknown_reference_status: 400 | 404;
  /** Calls per minute before 429, or null for no limit. */
  rate_limit: number | null;
  /** Whether a transfer after the end of its account is accepted. */
  fulfil_late_notification: boolean;
};

export const DEFAULT_SETTINGS: Settings = {
  fees_bearer: "account",
  unknown_reference_status: 400,
  rate_limit: null,
  fulfil_late_notification: false,
};

/** The state and services of a running sandbox. */
export type World = {
  secretKey: string;
  publicKey: string;
  merchant: string;
  /** The sandbox's own address without a trailing slash. */
  address: () => string;
  settings: Settings;
  clock: Clock;
  store: Store;
  webhooks: Webhooks;
  faults: Faults;
  requests: RequestEntry[];
};

export type RequestEntry = {
  at: string;
  method: string;
  path: string;
  reference: string | null;
  status: number | null;
};
