import { hashPassword } from "#app/features/accounts/engine/password.server.ts";
import { randomToken } from "#app/platform/random.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import {
  ACCOUNTS_LOCK,
  DEMO_ACCOUNTS,
  DEMO_ACCOUNTS_KEY,
  DEMO_CUSTOMER,
  type DemoAccount,
  type DemoAccountsState,
} from "#db/seed/demo-accounts.ts";
import { seedDemoCustomer } from "#db/seed/demo-customer.ts";
import { seedDemoRequests } from "#db/seed/demo-requests.ts";
import { seedCustomerShipments } from "#db/seed/demo-shipments.ts";
import { insertDemoUser, isUser, setPassword, userWithPassword } from "#db/seed/demo-users.ts";
import { readShopState, writeShopState } from "#db/shop-state.server.ts";
import { inTransaction } from "#db/transaction.server.ts";

/** `password` is null if it was generated and printed at an earlier start. */
export type DemoLogin = { role: "admin" | "customer"; email: string; password: string | null };

/**
 * Creates the demo's missing admin and customer with the customer's history, and returns the logins. In a public demo
 * (`isPublic`) passwords are random and replace published ones, whose sessions end. One transaction: no account is left
 * without a password.
 */
export async function createDemoAccounts(db: Db, isPublic: boolean): Promise<DemoLogin[]> {
  const logins = await inTransaction(db, async (tx) => {
    await tx.execute(ACCOUNTS_LOCK);
    const known = ((await readShopState(tx, DEMO_ACCOUNTS_KEY)) ?? {}) as DemoAccountsState;
    const made: DemoLogin[] = [];
    for (const account of DEMO_ACCOUNTS) {
      const { email, role } = account;
      const present = await userWithPassword(tx, email);
      const isDrawn = known[email]?.id === present?.id && known[email]?.drawn === true;
      const isFine = present?.hasPassword && (isDrawn || !isPublic);
      const password = isPublic ? randomToken().slice(0, 16) : account.password;
      const id = present?.id ?? (await insertDemoUser(tx, account));
      if (!isFine) await setPassword(tx, id, await hashPassword(password));
      made.push({ role, email, password: isFine && isDrawn ? null : password });
      const earlier = earlierThan(id, known[email]);
      if (isPublic) await regeneratePasswords(tx, earlier);
      known[email] = { id, drawn: isFine ? isDrawn : isPublic, earlier };
    }
    await writeShopState(tx, DEMO_ACCOUNTS_KEY, known);
    return made;
  });
  await seedDemoCustomer(db, DEMO_CUSTOMER);
  await seedCustomerShipments(db, DEMO_CUSTOMER);
  await seedDemoRequests(db, DEMO_CUSTOMER);
  return logins;
}

/** Accounts that a demo created for an address before its current account: they remain demo accounts. */
function earlierThan(id: string, before: DemoAccountsState[keyof DemoAccountsState]): DemoAccount[] {
  if (!before) return [];
  const { earlier = [], ...last } = before;
  return last.id === id ? earlier : [...earlier, { id: last.id, drawn: last.drawn }];
}

/** Replaces published passwords by random ones that are not shown. */
async function regeneratePasswords(tx: Tx, those: DemoAccount[]): Promise<void> {
  for (const account of those.filter(({ drawn }) => !drawn)) {
    if (await isUser(tx, account.id)) await setPassword(tx, account.id, await hashPassword(randomToken()));
    account.drawn = true;
  }
}
