import { createHash } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { recordChange } from "#app/lib/audit.server.ts";
import type { Shop } from "#app/lib/context.server.ts";
import { fieldErrors, type FieldErrors } from "#app/lib/forms.ts";
import { queueMail } from "#app/lib/outbox.server.ts";
import { can, staffRoleOf, type Actor, type StaffRole } from "#app/lib/permissions.ts";
import { randomToken } from "#app/lib/random.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db } from "#db/client.server.ts";
import { staff_invitations } from "#db/schema/admin.ts";
import { sessions, users } from "#db/schema/auth.ts";
import { JOIN_PATH } from "../links.ts";
import { INVITATION_DAYS, ROLE_LABELS } from "../rules.ts";
import { invitationInput } from "../schema.ts";

export type InviteResult =
  | { ok: true; email: string }
  | { ok: false; reason: "forbidden" }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

/** Asks somebody by mail to join the staff. An earlier invitation of the address is replaced. `input` is unchecked. */
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
  return await ctx.db.transaction(async (tx): Promise<InviteResult> => {
    const [known] = await tx.select({ role: users.role }).from(users).where(eq(users.email, email));
    if (known?.role === "admin") {
      return { ok: false, reason: "invalid", errors: { email: "This person is one of the staff already" } };
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

/** Takes an invitation back: its link leads nowhere. False when there is none, or for whoever may not. */
export async function withdrawInvitation({ db }: { db: Db }, actor: Actor, id: string): Promise<boolean> {
  if (!actor || !can(actor, "staff.edit") || !isUuid(id)) return false;
  return await db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(staff_invitations)
      .where(eq(staff_invitations.id, id))
      .returning({ email: staff_invitations.email, staff_role: staff_invitations.staff_role });
    if (gone) await recordChange(tx, actor, { action: "staff.withdraw", subject: id, before: gone, after: null });
    return gone !== undefined;
  });
}

/** What a token of an invitation offers, or null for one that is unknown, used or lapsed. */
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
 * Makes the actor one of the staff, by the invitation to the confirmed address of their account. All their sessions end:
 * not every way to sign in is open to staff.
 */
export async function joinStaff({ db }: { db: Db }, actor: Actor, token: string): Promise<JoinResult> {
  if (!actor) return { ok: false, reason: "forbidden" };
  return await db.transaction(async (tx): Promise<JoinResult> => {
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
    await tx
      .update(users)
      .set({ role: "admin", staffRole: staff_role, deviceEpoch: sql`${users.deviceEpoch} + 1` })
      .where(eq(users.id, actor.id));
    await tx.delete(sessions).where(eq(sessions.userId, actor.id));
    await tx.delete(staff_invitations).where(eq(staff_invitations.id, invited.id));
    const change = { before: { role: user.role, staff_role: null }, after: { role: "admin", staff_role } };
    await recordChange(tx, actor, { action: "staff.join", subject: actor.id, ...change });
    return { ok: true, staff_role };
  });
}

function isUsable(token: string) {
  return and(eq(staff_invitations.token_hash, hashOf(token)), gt(staff_invitations.expires_at, sql`now()`));
}

/** The token itself is as good as the invitation, so that only this is stored. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
