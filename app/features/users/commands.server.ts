import { and, eq, like, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { profiles, users } from "#db/schema/auth.ts";

/** Sets the account's names; false for an unknown id. */
export async function renameUser(
  tx: Tx,
  id: string,
  { first_name: firstName, last_name: lastName }: { first_name: string; last_name: string },
): Promise<boolean> {
  const renamed = await tx
    .update(users)
    .set({ firstName, lastName, name: `${firstName} ${lastName}` })
    .where(eq(users.id, id))
    .returning({ id: users.id });
  return renamed.length > 0;
}

/** Sets the role of a user, `staff_role` null for a customer, and invalidates the marks of known devices. */
export async function setUserRole(
  tx: Tx,
  id: string,
  { role, staff_role: staffRole }: { role: "admin" | "customer"; staff_role: string | null },
): Promise<void> {
  await tx
    .update(users)
    .set({ role, staffRole, deviceEpoch: sql`${users.deviceEpoch} + 1` })
    .where(eq(users.id, id));
}

/** Invalidates the marks of all known devices; returns the login identifiers and the new epoch, or null. */
export async function nextDeviceEpoch(
  db: Tx,
  id: string,
): Promise<{ email: string; phoneNumber: string | null; deviceEpoch: number } | null> {
  const { email, phoneNumber, deviceEpoch } = users;
  const [user] = await db
    .update(users)
    .set({ deviceEpoch: sql`${deviceEpoch} + 1` })
    .where(eq(users.id, id))
    .returning({ email, phoneNumber, deviceEpoch });
  return user ?? null;
}

/**
 * Sets a verified email address (in lower case) for a user whose address is a placeholder in `domain`. Returns the
 * user's phone number, or null when there is an address already. Throws when another user took the address meanwhile.
 */
export async function replacePlaceholderEmail(
  db: Tx,
  id: string,
  email: string,
  domain: string,
): Promise<string | null> {
  const [user] = await db
    .update(users)
    .set({ email, emailVerified: true })
    .where(and(eq(users.id, id), like(users.email, `%@${domain}`)))
    .returning({ phone: users.phoneNumber });
  return user?.phone ?? null;
}

/** Deletes a sign-up with this email address that verified neither it nor a phone number. */
export async function deleteUnverifiedUser(db: Tx, email: string): Promise<void> {
  const { emailVerified, phoneNumberVerified } = users;
  await db.delete(users).where(and(eq(users.email, email), eq(emailVerified, false), eq(phoneNumberVerified, false)));
}

type ProfileValues = Partial<Omit<typeof profiles.$inferInsert, "id">>;

/** Stores these fields of the user's profile; the others keep their values. */
export async function saveProfile(tx: Tx, id: string, values: ProfileValues): Promise<void> {
  await tx
    .insert(profiles)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: profiles.id, set: values });
}

/** The phone and address of a profile, as a checkout stores them. */
export type Shipping = {
  phone: string;
  address: string;
  city: string;
  state: string;
  /** The area of the address, where delivery asked for it. */
  lga_code: string | null;
  postal_code: string;
};

/** Stores a shipping address and phone in the user's profile. */
export async function saveShippingAddress(tx: Tx, id: string, parts: Shipping): Promise<void> {
  const { phone, address, city, state, lga_code, postal_code } = parts;
  await saveProfile(tx, id, { phone, address, city, state, lga_code, postal_code });
}

/** Fills the empty ones of phone and address; the address is copied as a whole or not at all. */
export async function fillProfile(tx: Tx, id: string, { phone, ...address }: Shipping): Promise<void> {
  await tx.insert(profiles).values({ id }).onConflictDoNothing();
  await tx
    .update(profiles)
    .set({ phone })
    .where(and(eq(profiles.id, id), eq(profiles.phone, "")));
  await tx
    .update(profiles)
    .set(address)
    .where(and(eq(profiles.id, id), eq(profiles.address, "")));
}

/** Stores where the goods of a user without an address go: the name of a state, and an area of it if known. */
export async function fillPlace(tx: Tx, id: string, place: Pick<Shipping, "state" | "lga_code">): Promise<void> {
  await tx.insert(profiles).values({ id }).onConflictDoNothing();
  await tx
    .update(profiles)
    .set(place)
    .where(and(eq(profiles.id, id), eq(profiles.address, "")));
}
