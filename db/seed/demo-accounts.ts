import { sql } from "drizzle-orm";

/** The demo shop's users. Unless the demo is public, these are their passwords, as in the README. */
export const DEMO_ACCOUNTS = [
  { email: "admin@oja.example", password: "oja-demo-admin", first: "Ngozi", last: "Admin", role: "admin" },
  { email: "ada@oja.example", password: "oja-demo-ada", first: "Ada", last: "Okafor", role: "customer" },
] as const;

export type DemoEmail = (typeof DEMO_ACCOUNTS)[number]["email"];

export const DEMO_CUSTOMER: DemoEmail = "ada@oja.example";

export const DEMO_ADMIN: DemoEmail = "admin@oja.example";

/** The key in `shop_state` of the demo accounts' ids, which are stable when addresses change. */
export const DEMO_ACCOUNTS_KEY = "demo-accounts";

/** `drawn`: its password is random, not the one in the README. */
export type DemoAccount = { id: string; drawn: boolean };

/** The current account of each address, and accounts that had it at earlier starts. */
export type DemoAccountsState = Partial<Record<DemoEmail, DemoAccount & { earlier?: DemoAccount[] }>>;

export const ACCOUNTS_LOCK = sql`select pg_advisory_xact_lock(71405)`;
