import { eq } from "drizzle-orm";
import { endSessions } from "#app/features/accounts/commands/sessions.server.ts";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { mergeRecord } from "#app/features/records/commands/merge-record.server.ts";
import { setUserRole } from "#app/features/users/commands.server.ts";
import { fieldErrors } from "#app/lib/forms.ts";
import type { Edit } from "#app/lib/merge.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Edited } from "#app/platform/edit-answer.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { LAST_OWNER } from "../rules.ts";
import { staffRoleInput } from "../schema.ts";

type Context = { db: Db };
type RemoveResult = { ok: true } | { ok: false; reason: "forbidden" | "gone" | "last_owner" };

/**
 * Changes the role of a staff member; the last owner cannot be changed. Takes effect with the member's next request.
 */
export async function changeRole({ db }: Context, actor: Actor, id: string, edit: Edit): Promise<Edited> {
  if (!actor || !can(actor, "staff.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<Edited> => {
    const { member, isLastOwner } = await lockMember(tx, id);
    if (!member) return { ok: false, reason: "gone" };
    const now = { staff_role: member.staff_role ?? "" };
    const merged = await mergeRecord(tx, actor.id, id, edit, { version: member.version, values: now });
    if (!merged.ok) return merged;
    if (Object.keys(merged.changes).length === 0) return { ok: true, version: member.version, others: [] };
    const parsed = staffRoleInput.safeParse({ ...now, ...merged.changes });
    if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
    const { staff_role } = parsed.data;
    if (isLastOwner && staff_role !== "owner")
      return { ok: false, reason: "invalid", errors: { staff_role: LAST_OWNER } };
    await setUserRole(tx, id, { role: "admin", staff_role });
    await recordChange(tx, actor, { action: "staff.role", subject: id, before: now, after: { staff_role } });
    return { ok: true, version: member.version + 1, others: merged.others };
  });
}

/** Makes a staff member a customer and revokes all their sessions; the last owner cannot be removed. */
export async function removeMember({ db }: Context, actor: Actor, id: string): Promise<RemoveResult> {
  if (!actor || !can(actor, "staff.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<RemoveResult> => {
    const { member, isLastOwner } = await lockMember(tx, id);
    if (!member) return { ok: false, reason: "gone" };
    if (isLastOwner) return { ok: false, reason: "last_owner" };
    await setUserRole(tx, id, { role: "customer", staff_role: null });
    await endSessions(tx, id);
    const before = { role: "admin", staff_role: member.staff_role };
    await recordChange(tx, actor, {
      action: "staff.remove",
      subject: id,
      before,
      after: { role: "customer", staff_role: null },
    });
    return { ok: true };
  });
}

/** Locks all staff rows, so that two owners who remove each other are serialized. */
async function lockMember(tx: Tx, id: string) {
  if (!isUuid(id)) return { member: undefined, isLastOwner: false };
  const staff = await tx
    .select({ id: users.id, staff_role: users.staffRole, version: users.deviceEpoch })
    .from(users)
    .where(eq(users.role, "admin"))
    .orderBy(users.id)
    .for("update");
  const owners = staff.filter(({ staff_role }) => staff_role === "owner");
  return {
    member: staff.find((one) => one.id === id),
    isLastOwner: owners.length === 1 && owners[0]?.id === id,
  };
}
