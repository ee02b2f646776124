import { and, asc, eq, gt, inArray, sql, type SQL } from "drizzle-orm";
import { staffRoleOf, type StaffRole } from "#app/features/permissions/rules.ts";
import type { ListState } from "#app/lib/list.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { ListSource } from "#app/platform/list.server.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { staff_invitations } from "#db/schema/admin.ts";
import { users } from "#db/schema/auth.ts";
import type { STAFF } from "./links.ts";

/** A staff member. `version` increases with each role change. */
export type StaffMember = Awaited<ReturnType<typeof membersWhere>>[number];

const MEMBER = {
  ...pickColumns(users, "id", "name", "email"),
  staff_role: users.staffRole,
  has_second_factor: users.twoFactorEnabled,
  version: users.deviceEpoch,
};

/** List source of all admin accounts. Requires the right staff.edit. */
export function staffSource({ q, filters }: ListState<typeof STAFF>): ListSource<StaffMember> {
  const where = and(
    eq(users.role, "admin"),
    q ? containsText(sql`${users.name} || ' ' || ${users.email}`, q) : undefined,
    filters.role ? eq(users.staffRole, filters.role) : undefined,
  );
  const read = (db: Tx, ids: string[]) => membersWhere(db, inArray(users.id, ids));
  return { from: users, id: users.id, where, sorts: { name: [sql`lower(${users.name})`] }, read };
}

/** The staff member with this id, or null. */
export async function staffMember(db: Tx, id: string): Promise<StaffMember | null> {
  if (!isUuid(id)) return null;
  const [member] = await membersWhere(db, and(eq(users.id, id), eq(users.role, "admin")));
  return member ?? null;
}

async function membersWhere(db: Tx, where: SQL | undefined) {
  const rows = await db.select(MEMBER).from(users).where(where);
  return rows.map((row) => ({ ...row, staff_role: staffRoleOf(row.staff_role) }));
}

export type Invitation = { id: string; email: string; staff_role: StaffRole; expires_at: Date };

/** Valid invitations, sorted by email address. */
export async function openInvitations(db: Tx): Promise<Invitation[]> {
  const rows = await db
    .select(pickColumns(staff_invitations, "id", "email", "staff_role", "expires_at"))
    .from(staff_invitations)
    .where(gt(staff_invitations.expires_at, sql`now()`))
    .orderBy(asc(staff_invitations.email));
  return rows.map((row) => ({ ...row, staff_role: staffRoleOf(row.staff_role) ?? "packer" }));
}
