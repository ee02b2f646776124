import { eq, sql } from "drizzle-orm";
import { isUuid } from "#app/lib/uuid.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import { newsletter_subscribers } from "#db/schema/newsletter.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { confirmHref, unsubscribeHref } from "./rules.ts";
import { subscription } from "./schema.ts";

export type SubscribeResult = { ok: true } | { ok: false; reason: "invalid_email" };

/** Minimum interval between confirmation mails to an unconfirmed address, in ms. */
export const NEXT_CONFIRMATION_MS = 60 * 60_000;

/**
 * Stores a subscriber once, with time and source of the consent, and mails the confirmation link (double opt-in). Known
 * addresses get the same response, so that subscriptions are not revealed. `input` is unvalidated: `{ email, source }`.
 */
export async function subscribe(
  ctx: Pick<Shop, "db" | "jobs" | "baseUrl">,
  input: unknown,
  now: Date = new Date(),
): Promise<SubscribeResult> {
  const parsed = subscription.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid_email" };
  const { email, source } = parsed.data;
  const table = newsletter_subscribers;
  await inTransaction(ctx.db, async (tx) => {
    const consent = { consent_at: now, consent_source: source };
    await tx
      .insert(table)
      .values({ email, ...consent })
      .onConflictDoNothing();
    const [known] = await tx.select().from(table).where(eq(table.email, email)).for("update");
    if (!known) throw new Error("the address was not written");
    if (known.confirmed_at && !known.unsubscribed_at) return;
    const last = known.confirmation_sent_at?.getTime() ?? Number.NEGATIVE_INFINITY;
    const isDue = now.getTime() - last >= NEXT_CONFIRMATION_MS;
    await tx
      .update(table)
      .set({ ...consent, confirmed_at: null, ...(isDue ? { confirmation_sent_at: now } : {}) })
      .where(eq(table.id, known.id));
    if (!isDue) return;
    const data = {
      shop_url: ctx.baseUrl,
      confirm_url: ctx.baseUrl + confirmHref(known.token),
      unsubscribe_url: ctx.baseUrl + unsubscribeHref(known.token),
    };
    await queueMail(tx, ctx.jobs, { kind: "newsletter_confirm", to: email, data });
  });
  return { ok: true };
}

type TokenResult = { ok: true } | { ok: false; reason: "not_found" };

/** Confirms the subscription with this token and sends a welcome mail. */
export async function confirmSubscription(
  ctx: Pick<Shop, "db" | "jobs" | "baseUrl">,
  token: string,
): Promise<TokenResult> {
  if (!isUuid(token)) return { ok: false, reason: "not_found" };
  const table = newsletter_subscribers;
  return await inTransaction(ctx.db, async (tx) => {
    const [known] = await tx.select().from(table).where(eq(table.token, token)).for("update");
    if (!known) return { ok: false, reason: "not_found" };
    if (known.confirmed_at && !known.unsubscribed_at) return { ok: true };
    await tx.update(table).set({ confirmed_at: new Date(), unsubscribed_at: null }).where(eq(table.id, known.id));
    const data = { shop_url: ctx.baseUrl, unsubscribe_url: ctx.baseUrl + unsubscribeHref(known.token) };
    await queueMail(tx, ctx.jobs, { kind: "newsletter_welcome", to: known.email, data });
    return { ok: true };
  });
}

/** Ends the subscription with this token, confirmed or not. */
export async function unsubscribe({ db }: Pick<Shop, "db">, token: string): Promise<TokenResult> {
  if (!isUuid(token)) return { ok: false, reason: "not_found" };
  const table = newsletter_subscribers;
  const ended = await db
    .update(table)
    .set({ unsubscribed_at: sql`coalesce(${table.unsubscribed_at}, now())` })
    .where(eq(table.token, token))
    .returning({ id: table.id });
  return ended.length > 0 ? { ok: true } : { ok: false, reason: "not_found" };
}
