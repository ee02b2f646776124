import { sql } from "drizzle-orm";

/** The demo shop's people. Where nobody else can reach the shop, these are their passwords, as the README says. */
export const DEMO_ACCOUNTS = [
  { email: "admin@oja.example", password: "oja-demo-admin", first: "Ngozi", last: "Admin", role: "admin" },
  { email: "ada@oja.example", password: "oja-demo-ada", first: "Ada", last: "Okafor", role: "customer" },
] as const;

export type DemoEmail = (typeof DEMO_ACCOUNTS)[number]["email"];

export const DEMO_CUSTOMER: DemoEmail = "ada@oja.example";

export const DEMO_ADMIN: DemoEmail = "admin@oja.example";

/** The key in `shop_state` of the demo's accounts by id, whatever address they have by now. */
export const DEMO_ACCOUNTS_KEY = "demo-accounts";

/** `drawn`: its password is one that was drawn, not the one in the README. */
export type DemoAccount = { id: string; drawn: boolean };

/** The account of each address, and those that had it at earlier starts and have another by now. */
export type DemoAccountsState = Partial<Record<DemoEmail, DemoAccount & { earlier?: DemoAccount[] }>>;

export const ACCOUNTS_LOCK = sql`select pg_advisory_xact_lock(71405)`;
