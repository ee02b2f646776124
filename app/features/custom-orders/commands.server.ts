import { eq } from "drizzle-orm";
import { readSettings } from "#app/features/settings/queries.server.ts";
import { DEFAULT_STORE } from "#app/features/settings/rules.ts";
import { fieldErrors, type FieldErrors } from "#app/lib/forms.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { removePicture, submittedPicture, storePicture } from "#app/platform/files/uploaded-pictures.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import { normalisePhone } from "#app/platform/phone.server.ts";
import { randomToken } from "#app/platform/random.server.ts";
import { custom_orders } from "#db/schema/requests.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { requestHref } from "./links.ts";
import { PICTURE_BYTES, REFUSALS, requestNumber } from "./rules.ts";
import { customOrderForm } from "./schema.ts";

export type SubmitResult =
  | { ok: true; number: string; href: string }
  | { ok: false; reason: "invalid"; message: string; errors: FieldErrors };

type Input = { submission_id: string; user_id: string | null; fields: unknown; picture: FormDataEntryValue | null };

/**
 * Stores a public request and queues its acknowledgement by mail and SMS, idempotent by `submission_id`. `fields` is
 * the unvalidated form, `picture` a file or data URL, which is moved to the file store. The shop's
 * contact address, if set, gets a notice.
 */
export async function submitCustomOrder(
  ctx: Pick<Shop, "db" | "jobs" | "limits" | "files" | "baseUrl">,
  { submission_id, user_id, fields, picture }: Input,
): Promise<SubmitResult> {
  const before = await submitted(ctx, submission_id);
  if (before) return before;
  const parsed = customOrderForm.safeParse(fields);
  const errors = parsed.success ? {} : fieldErrors(parsed.error);
  if (parsed.success && normalisePhone(parsed.data.phone) === null)
    errors["phone"] = "Please enter a valid phone number.";
  const bytes = await submittedPicture(picture, PICTURE_BYTES);
  if (bytes === "too_large") errors["image"] = REFUSALS.file.text;
  if (!parsed.success || Object.keys(errors).length > 0 || bytes === "too_large") return refused(errors, fields);

  const stored = bytes && (await storePicture(ctx.files, "requests", bytes, "random"));
  if (stored && !stored.ok) return refused({ image: stored.message }, fields);
  const image_url = stored?.picture.address ?? null;
  const { name, email, phone } = parsed.data;
  const mayMail = (await ctx.limits.hit("submission_mail", email.toLowerCase())) === null;
  const number = normalisePhone(phone);
  // The number is not verified, and an SMS abroad costs many times as much.
  const textTo =
    number?.startsWith("+234") && (await ctx.limits.hit("submission_mail", number)) === null ? number : null;
  const guest = { user_id, guest_email: email.toLowerCase(), guest_phone: number };
  const sender = user_id === null ? guest : { user_id };
  try {
    const isNew = await inTransaction(ctx.db, async (tx) => {
      const [row] = await tx
        .insert(custom_orders)
        .values({ ...parsed.data, ...sender, image_url, submission_id, access_token: randomToken() })
        .onConflictDoNothing()
        .returning({ id: custom_orders.id, token: custom_orders.access_token });
      if (!row) return false;
      const mail = { number: requestNumber(row.id), customer_name: name, shop_url: ctx.baseUrl };
      const received = { ...mail, request_url: ctx.baseUrl + requestHref(row.token) };
      if (mayMail) await queueMail(tx, ctx.jobs, { kind: "custom_order_received", to: email, data: received });
      if (textTo) await queueMail(tx, ctx.jobs, { kind: "sms_custom_order_received", to: textTo, data: received });
      const { general } = (await readSettings(tx)).settings;
      if (general.storeEmail !== DEFAULT_STORE.email) {
        const data = { ...mail, customer_phone: phone, admin_url: `${ctx.baseUrl}/admin/custom-orders/${row.id}` };
        await queueMail(tx, ctx.jobs, { kind: "custom_order_notice", to: general.storeEmail, data });
      }
      return true;
    });
    if (!isNew && image_url) await removePicture(ctx.files, image_url);
  } catch (error) {
    if (image_url) await removePicture(ctx.files, image_url).catch(() => {});
    throw error;
  }
  const done = await submitted(ctx, submission_id);
  if (!done) throw new Error("the request was not written");
  return done;
}

async function submitted(ctx: Pick<Shop, "db">, submission_id: string): Promise<SubmitResult | null> {
  const [row] = await ctx.db
    .select({ id: custom_orders.id, token: custom_orders.access_token })
    .from(custom_orders)
    .where(eq(custom_orders.submission_id, submission_id));
  return row ? { ok: true, number: requestNumber(row.id), href: requestHref(row.token) } : null;
}

const REQUIRED = ["name", "email", "phone", "description"] as const;

/** Errors of a form: missing fields before the quantity before the picture. */
function refused(errors: FieldErrors, fields: unknown): SubmitResult {
  const values = new Map(Object.entries(typeof fields === "object" && fields !== null ? fields : {}));
  const isMissing = REQUIRED.some((name) => {
    const value: unknown = values.get(name);
    return typeof value !== "string" || value.trim() === "";
  });
  const first = Object.values(errors)[0] ?? "";
  const message = isMissing ? REFUSALS.missing.text : (errors["quantity"] ?? errors["image"] ?? first);
  return { ok: false, reason: "invalid", message, errors };
}
