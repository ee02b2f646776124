import { data } from "react-router";
import type { Actor } from "#app/features/permissions/rules.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { readNewPrice } from "../rules/bulk.ts";
import { stockField } from "../schema.ts";
import { deleteProduct } from "./product.server.ts";
import { setPrice, setStock, type QuickEditResult } from "./quick-edit.server.ts";

const MESSAGES = {
  unknown: "This product no longer exists.",
  not_found: "This product no longer exists.",
  held: "Somebody is paying for this product now. Try again in 15 minutes.",
};

/** Handles a form of the product list: delete (`intent` delete) or a quick edit. */
export async function productAction(shop: Pick<Shop, "db">, actor: Actor, form: URLSearchParams) {
  if (form.get("intent") === "delete") {
    const deleted = await deleteProduct(shop, actor, form.get("id") ?? "");
    return deleted.ok ? { ok: true as const } : answerRefused(form, deleted, { messages: MESSAGES });
  }
  const edited = await quickEdit(shop, actor, form);
  if (edited.ok) return edited;
  if (edited.reason !== "changed") return answerRefused(form, edited, { messages: MESSAGES });
  const now = form.get("intent") === "price" ? formatNaira(edited.now) : formatCount(edited.now);
  const message = `It was changed in the meantime to ${now}. Look at it and save again.`;
  return data({ ...refuseForm(form, {}, { message }), now: edited.now }, { status: 409 });
}

/** Largest stock that is counted or added at once. */
const MOST_UNITS = 9_999_999;

type Edited = QuickEditResult | { ok: false; reason: "unreadable" };

/** Applies a quick edit: `intent` price or stock, `id`, `expected` and `value`. */
async function quickEdit(shop: Pick<Shop, "db">, actor: Actor, form: URLSearchParams): Promise<Edited> {
  const id = form.get("id") ?? "";
  const expected = Number(form.get("expected"));
  const value = (form.get("value") ?? "").trim();
  if (!Number.isSafeInteger(expected)) return { ok: false, reason: "unreadable" };
  if (form.get("intent") === "price") {
    const kobo = readNewPrice(value);
    return kobo
      ? await setPrice(shop, actor, { id, expected_kobo: expected, kobo })
      : invalid("Type a price in naira, such as 7500.");
  }
  if (form.get("intent") !== "stock") return { ok: false, reason: "unreadable" };
  const isAdded = value.startsWith("+");
  const count = stockField.safeDecode(isAdded ? value.slice(1) : value);
  if (!count.success || count.data > MOST_UNITS)
    return invalid("Type what was counted, such as 40, or what came in, such as +24.");
  return await setStock(shop, actor, isAdded ? { id, add: count.data } : { id, expected, counted: count.data });
}

const invalid = (message: string) => ({ ok: false as const, reason: "invalid" as const, errors: { value: message } });
