import { asc, desc, eq, inArray } from "drizzle-orm";
import { securityOf, type OpenSession } from "#app/features/accounts/queries/security.server.ts";
import { hasMailbox } from "#app/features/accounts/rules.ts";
import { exportRequests } from "#app/features/custom-orders/queries.server.ts";
import { ORDER_COLUMNS, type OrderData, type OrderDetails } from "#app/features/orders/queries.server.ts";
import { shipmentsForBuyers } from "#app/features/orders/queries/shipments.server.ts";
import { unpaidPayments } from "#app/features/payments/queries.server.ts";
import { searchesOfUser } from "#app/features/payments/queries/searches.server.ts";
import { stateCode, stateOf } from "#app/lib/nigeria.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { newsletter_subscribers } from "#db/schema/newsletter.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import type { ProfileInput } from "./schema.ts";

/** A customer profile. `email` is null for an account with only a phone number. */
export type Profile = ProfileInput & {
  id: string;
  email: string | null;
  role: "customer" | "admin";
  /** The local government area of the address, from the last delivery that asked for it. */
  lga_code: string | null;
  created_at: Date;
};

/**
 * The profile of a user, or null for an unknown id. Missing names and phone come from the account. The caller
 * authorizes: `userId` must come from the session.
 */
export async function profileOf(db: Tx, userId: string): Promise<Profile | null> {
  const [row] = await db
    .select({
      ...pickColumns(users, "id", "email", "role"),
      created_at: users.createdAt,
      account: { first_name: users.firstName, last_name: users.lastName, phone: users.phoneNumber },
      profile: {
        ...pickColumns(profiles, "first_name", "last_name", "phone", "address"),
        ...pickColumns(profiles, "city", "state", "lga_code", "postal_code", "country"),
      },
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId));
  if (!row) return null;
  const { account, profile, email } = row;
  return {
    id: row.id,
    email: hasMailbox(email) ? email : null,
    role: row.role === "admin" ? "admin" : "customer",
    created_at: row.created_at,
    first_name: profile?.first_name || account.first_name,
    last_name: profile?.last_name || account.last_name,
    phone: profile?.phone || (account.phone ?? ""),
    address: profile?.address ?? "",
    city: profile?.city ?? "",
    state: profile?.state ?? "",
    lga_code: profile?.lga_code ?? null,
    postal_code: profile?.postal_code ?? "",
    country: profile?.country || "Nigeria",
  };
}

/** The code of the area or state where the goods of this profile go, or null without one. */
export function profilePlace({ state, lga_code }: Profile): string | null {
  const code = stateCode(state);
  return lga_code !== null && stateOf(lga_code) === code ? lga_code : code;
}

/** Content of "Download my data": plain JSON values, amounts in kobo. */
export type CustomerExport = {
  exported_at: string;
  currency: "NGN";
  profile: Profile;
  sign_in: {
    phone: string | null;
    /** Profile picture URL from a sign-in provider. */
    image: string | null;
    ways: string[];
    passkeys: number;
    second_factor: boolean;
    sessions: OpenSession[];
  };
  addresses: string[];
  orders: ExportedOrder[];
  /** Started payments without an order. */
  payments: Awaited<ReturnType<typeof unpaidPayments>>;
  payment_searches: Awaited<ReturnType<typeof searchesOfUser>>;
  requests: Awaited<ReturnType<typeof exportRequests>>;
  consents: { newsletter: { subscribed: boolean; since: Date | null } };
};

type ExportedOrder = OrderData & { items: Omit<OrderDetails["items"][number], "product_id">[] };

/** All stored data of a customer; null for an unknown id. `userId` must come from the session. */
export async function exportCustomer(db: Tx, userId: string): Promise<CustomerExport | null> {
  const profile = await profileOf(db, userId);
  const security = await securityOf(db, userId);
  if (!profile || !security) return null;
  const [account] = await db.select({ image: users.image }).from(users).where(eq(users.id, userId));
  const theirs = await exportedOrders(db, userId);
  const home = [profile.address, profile.city, profile.state, profile.postal_code].filter(Boolean).join(", ");
  const shipped = theirs.map((order) => order.shipping_address);
  return {
    exported_at: new Date().toISOString(),
    currency: "NGN",
    profile,
    sign_in: {
      phone: security.phone,
      image: account?.image ?? null,
      ways: security.providers,
      passkeys: security.passkeys.length,
      second_factor: security.has_second_factor,
      sessions: security.sessions,
    },
    addresses: [...new Set([home, ...shipped])].filter(Boolean),
    orders: theirs,
    payments: await unpaidPayments(db, userId),
    payment_searches: await searchesOfUser(db, userId),
    requests: await exportRequests(db, userId),
    consents: { newsletter: await newsletterOf(db, profile.email) },
  };
}

async function exportedOrders(db: Tx, userId: string): Promise<ExportedOrder[]> {
  const rows = await db
    .select({ ...ORDER_COLUMNS, payment_method: orders.payment_method })
    .from(orders)
    .where(eq(orders.user_id, userId))
    .orderBy(desc(orders.created_at), asc(orders.id));
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const items = await db
    .select({
      order_id: order_items.order_id,
      item: {
        ...pickColumns(order_items, "product_name", "product_price_kobo", "quantity"),
        ...pickColumns(order_items, "unit", "pieces", "subtotal_kobo", "saved_kobo"),
      },
    })
    .from(order_items)
    .where(inArray(order_items.order_id, ids))
    .orderBy(asc(order_items.id));
  const byOrder = Map.groupBy(items, (item) => item.order_id);
  const sent = await shipmentsForBuyers(db, ids);
  return rows.map((row) => ({
    ...row,
    items: (byOrder.get(row.id) ?? []).map((entry) => entry.item),
    shipments: sent.get(row.id) ?? [],
  }));
}

async function newsletterOf(db: Tx, email: string | null): Promise<{ subscribed: boolean; since: Date | null }> {
  if (!email) return { subscribed: false, since: null };
  const [row] = await db
    .select({ since: newsletter_subscribers.created_at })
    .from(newsletter_subscribers)
    .where(eq(newsletter_subscribers.email, email.toLowerCase()));
  return { subscribed: row !== undefined, since: row?.since ?? null };
}
