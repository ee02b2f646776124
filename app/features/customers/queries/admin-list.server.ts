import { and, inArray, eq, or, sql, type SQL } from "drizzle-orm";
import { hasMailbox } from "#app/features/accounts/rules.ts";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import type { ListPage, ListState } from "#app/lib/list.ts";
import { phoneDigits } from "#app/lib/phone-numbers.ts";
import {
  listPage,
  packedIds,
  setSimilarity,
  withSimilarity,
  withinDays,
  type ListSource,
  type PackedIds,
} from "#app/platform/list.server.ts";
import { plainText } from "#app/platform/plain-text.server.ts";
import { likeText } from "#app/platform/slugs.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { inTransaction } from "#db/transaction.server.ts";

/** A customer in the admin list. `email` is null for an account with only a phone number. */
export type AdminCustomer = Awaited<ReturnType<typeof customersById>>[number];

// Same expressions as their indexes.
const NAME = plainText(sql`first_name || ' ' || last_name || ' ' || email`);
const PROFILE_NAME = plainText(sql`first_name || ' ' || last_name`);
const DIGITS = sql`regexp_replace(phone_number, '[^0-9]', '', 'g')`;
const PROFILE_DIGITS = sql`regexp_replace(phone, '[^0-9]', '', 'g')`;
/** Upper bound of the count of similar names. */
const MOST_ALIKE = 200;

/** Filters of the customer list. */
export type CustomerListState = Pick<ListState, "q" | "sort" | "page" | "size"> & {
  /** Registration dates in Lagos time, both inclusive. */
  filters?: { from?: string; to?: string };
};

/** `isAlike`: there is no exact match; the rows have similar names. */
export type CustomerPage = ListPage<AdminCustomer> & { isAlike: boolean };

/** One page of matching customers. Throws for non-staff. */
export async function customersPage(db: Db, actor: Actor, state: CustomerListState): Promise<CustomerPage> {
  const exact = await listPage(db, state, customersSource(actor, state));
  const alike = exact.total > 0 ? null : similarCustomers(actor, state);
  if (!alike) return { ...exact, isAlike: false };
  const list = await withSimilarity(db, (tx) => listPage(tx, { ...state, sort: "-like" }, alike));
  return { ...list, isAlike: list.total > 0 };
}

/** Ids of all matching customers in list order, for an export. Throws for non-staff. */
export async function allCustomerIds(db: Db, actor: Actor, state: CustomerListState): Promise<PackedIds> {
  return await inTransaction(db, async (tx) => {
    const exact = await packedIds(tx, state, customersSource(actor, state));
    const alike = exact.length > 0 ? null : similarCustomers(actor, state);
    if (!alike) return exact;
    await setSimilarity(tx);
    return await packedIds(tx, { sort: "-like" }, alike);
  });
}

/** Customers with names similar to the search text, most similar first; null when the text is not a name. */
function similarCustomers(actor: Actor, state: CustomerListState): ListSource<AdminCustomer> | null {
  if (!/\p{L}{3}/u.test(state.q)) return null;
  const text = plainText(state.q.trim());
  const isLike = sql`users.id in (
    select id from users where ${text} <% ${NAME} union all select id from profiles where ${text} <% ${PROFILE_NAME})`;
  return {
    ...customersSource(actor, { q: "" }),
    where: and(IS_CUSTOMER, joined(state), isLike),
    sorts: { like: [sql`word_similarity(${text}, ${NAMES})`] },
    countUpTo: MOST_ALIKE,
  };
}

/** Names of account and profile as one text. */
const NAMES = plainText(sql`users.first_name || ' ' || users.last_name || ' ' || users.email || ' ' ||
  coalesce((select p.first_name || ' ' || p.last_name from profiles p where p.id = users.id), '')`);
const IS_CUSTOMER = sql`users.role = 'customer'`;

const joined = ({ filters = {} }: Pick<CustomerListState, "filters">) => withinDays(sql`users.created_at`, filters);

/** List source of customers whose names, email or phone contain the words. Throws for non-staff. */
export function customersSource(
  actor: Actor,
  state: Pick<CustomerListState, "q" | "filters">,
): ListSource<AdminCustomer> {
  if (!can(actor, "customers.view")) throw new Error("Only staff see all customers.");
  return {
    from: users,
    id: sql`users.id`,
    where: and(IS_CUSTOMER, joined(state), found(state.q)),
    sorts: { joined: [sql`users.created_at`], name: [sql`lower(users.last_name)`, sql`lower(users.first_name)`] },
    read: (db, ids) => customersById(db, ids),
  };
}

function found(q: string): SQL | undefined {
  const text = q.trim().toLowerCase();
  if (!text) return undefined;
  const like = (part: string) => plainText(`%${likeText(part)}%`);
  // Each of the two tables is searched by its own index.
  const either = (account: SQL, profile: SQL) =>
    sql`users.id in (select id from users where ${account} union all select id from profiles where ${profile})`;
  const words = text
    .split(/\s+/)
    .map((word) => either(sql`${NAME} like ${like(word)}`, sql`${PROFILE_NAME} like ${like(word)}`));
  const digits = phoneDigits(text);
  const phone = digits && either(sql`${DIGITS} like ${like(digits)}`, sql`${PROFILE_DIGITS} like ${like(digits)}`);
  return or(and(...words), phone || undefined);
}

const CUSTOMER = {
  id: users.id,
  role: users.role,
  email: users.email,
  created_at: users.createdAt,
  first_name: sql<string>`coalesce(nullif(${profiles.first_name}, ''), ${users.firstName})`,
  last_name: sql<string>`coalesce(nullif(${profiles.last_name}, ''), ${users.lastName})`,
  phone: sql<string>`coalesce(nullif(${profiles.phone}, ''), ${users.phoneNumber}, '')`,
  city: sql<string>`coalesce(${profiles.city}, '')`,
  state: sql<string>`coalesce(${profiles.state}, '')`,
};

/** Customers with these ids, unordered. */
export async function customersById(db: Tx, ids: readonly string[]) {
  const rows = await db
    .select(CUSTOMER)
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(inArray(users.id, [...ids]));
  return rows.map(({ first_name, last_name, email, ...row }) => ({
    ...row,
    name: `${first_name} ${last_name}`.trim() || "No name",
    email: hasMailbox(email) ? email : null,
  }));
}
