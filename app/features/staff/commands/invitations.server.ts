import { createHash } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { endSessions } from "#app/features/accounts/commands/sessions.server.ts";
import { can, staffRoleOf, type Actor, type StaffRole } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { setUserRole } from "#app/features/users/commands.server.ts";
import { fieldErrors, type InvalidInput } from "#app/lib/forms.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import { randomToken } from "#app/platform/random.server.ts";
import type { Db } from "#db/client.server.ts";
import { staff_invitations } from "#db/schema/admin.ts";
import { users } from "#db/schema/auth.ts";
import { inTransaction, lockName } from "#db/transaction.server.ts";
import { JOIN_PATH } from "../links.ts";
import { INVITATION_DAYS, ROLE_LABELS } from "../rules.ts";
import { invitationInput } from "../schema.ts";

export type InviteResult = { ok: true; email: string } | { ok: false; reason: "forbidden" } | InvalidInput;

/** Sends a staff invitation by mail and replaces an earlier one for the same address. `input` is unvalidated. */
export async function inviteStaff(
  ctx: Pick<Shop, "db" | "jobs" | "baseUrl">,
  actor: Actor,
  input: unknown,
): Promise<InviteResult> {
  if (!actor || !can(actor, "staff.edit")) return { ok: false, reason: "forbidden" };
  const parsed = invitationInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  const { email, staff_role } = parsed.data;
  const token = randomToken();
  return await inTransaction(ctx.db, async (tx): Promise<InviteResult> => {
    await lockName(tx, `invitation ${email}`);
    const [known] = await tx.select({ role: users.role }).from(users).where(eq(users.email, email));
    if (known?.role === "admin") {
      return { ok: false, reason: "invalid", errors: { email: "This person is already on the staff" } };
    }
    await tx.delete(staff_invitations).where(eq(sql`lower(${staff_invitations.email})`, email));
    const [made] = await tx
      .insert(staff_invitations)
      .values({
        email,
        staff_role,
        token_hash: hashOf(token),
        invited_by: actor.id,
        expires_at: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
      })
      .returning({ id: staff_invitations.id });
    const data = {
      url: `${ctx.baseUrl}${JOIN_PATH}?token=${token}`,
      role: ROLE_LABELS[staff_role],
      shop_url: ctx.baseUrl,
    };
    await queueMail(tx, ctx.jobs, { kind: "staff_invitation", to: email, data });
    const after = { email, staff_role };
    await recordChange(tx, actor, { action: "staff.invite", subject: made?.id ?? "", before: null, after });
    return { ok: true, email };
  });
}

/** Revokes an invitation, which invalidates its link. */
export async function withdrawInvitation(
  { db }: { db: Db },
  actor: Actor,
  id: string,
): Promise<{ ok: true } | { ok: false; reason: "forbidden" | "not_found" }> {
  if (!actor || !can(actor, "staff.edit")) return { ok: false, reason: "forbidden" };
  if (!isUuid(id)) return { ok: false, reason: "not_found" };
  return await inTransaction(db, async (tx) => {
    const [gone] = await tx
      .delete(staff_invitations)
      .where(eq(staff_invitations.id, id))
      .returning({ email: staff_invitations.email, staff_role: staff_invitations.staff_role });
    if (!gone) return { ok: false, reason: "not_found" };
    await recordChange(tx, actor, { action: "staff.withdraw", subject: id, before: gone, after: null });
    return { ok: true };
  });
}

/** Email and role of an invitation, or null for a token that is unknown, used or expired. */
export async function invitationOf(db: Db, token: string): Promise<{ email: string; staff_role: StaffRole } | null> {
  const [row] = await db
    .select({ email: staff_invitations.email, staff_role: staff_invitations.staff_role })
    .from(staff_invitations)
    .where(isUsable(token));
  const staff_role = staffRoleOf(row?.staff_role);
  return row && staff_role ? { email: row.email, staff_role } : null;
}

export type JoinResult =
  | { ok: true; staff_role: StaffRole }
  | { ok: false; reason: "forbidden" | "unknown" | "other_address" | "unconfirmed" };

/**
 * Gives the actor the staff role of an invitation to their verified address. Revokes all sessions, because some sign-in
 * methods are not allowed for staff.
 */
export async function joinStaff({ db }: { db: Db }, actor: Actor, token: string): Promise<JoinResult> {
  if (!actor) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<JoinResult> => {
    const [invited] = await tx.select().from(staff_invitations).where(isUsable(token)).for("update");
    const staff_role = staffRoleOf(invited?.staff_role);
    if (!invited || !staff_role) return { ok: false, reason: "unknown" };
    const [user] = await tx
      .select({ email: users.email, confirmed: users.emailVerified, role: users.role })
      .from(users)
      .where(eq(users.id, actor.id))
      .for("update");
    if (!user || user.email.toLowerCase() !== invited.email.toLowerCase())
      return { ok: false, reason: "other_address" };
    if (!user.confirmed) return { ok: false, reason: "unconfirmed" };
    if (user.role === "admin") return { ok: false, reason: "forbidden" };
    await setUserRole(tx, actor.id, { role: "admin", staff_role });
    await endSessions(tx, actor.id);
    await tx.delete(staff_invitations).where(eq(staff_invitations.id, invited.id));
    const change = { before: { role: user.role, staff_role: null }, after: { role: "admin", staff_role } };
    await recordChange(tx, actor, { action: "staff.join", subject: actor.id, ...change });
    return { ok: true, staff_role };
  });
}

function isUsable(token: string) {
  return and(eq(staff_invitations.token_hash, hashOf(token)), gt(staff_invitations.expires_at, sql`now()`));
}

/** Only the hash is stored, because the token alone grants the invitation. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
