import { data } from "react-router";
import type { Actor } from "#app/features/permissions/rules.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { formatCount, formatNaira, NAIRA_PROBLEM, readCount } from "#app/lib/money.ts";
import { wholeNumber } from "#app/lib/whole-numbers.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { readNewPrice } from "../rules/price-move.ts";
import { setPrice, setStock, type QuickEditResult } from "./quick-edit.server.ts";

/** Answers to the forms of the product list. */
export const PRODUCT_MESSAGES = {
  unknown: "This product no longer exists.",
  not_found: "This product no longer exists.",
  held: { text: "Somebody is paying for this product now. Try again in 15 minutes.", status: 409 },
};

/** Handles a quick edit of the product list. */
export async function quickEditAction(shop: Pick<Shop, "db">, actor: Actor, form: URLSearchParams) {
  const edited = await quickEdit(shop, actor, form);
  if (edited.ok) return edited;
  if (edited.reason === "striking") {
    return data({ ...refuseForm(form, {}, { message: edited.message }), confirm: edited.confirm }, { status: 422 });
  }
  if (edited.reason !== "changed") return answerRefused(form, edited, { messages: PRODUCT_MESSAGES });
  const now = form.get("intent") === "price" ? formatNaira(edited.now) : formatCount(edited.now);
  const message = `It was changed in the meantime to ${now}. Look at it and save again.`;
  return data({ ...refuseForm(form, {}, { message }), now: edited.now }, { status: 409 });
}

type Edited = QuickEditResult | { ok: false; reason: "unreadable" };

/** Applies a quick edit: `intent` price or stock, `id`, `expected`, `value`, `confirmed` kobo. */
async function quickEdit(shop: Pick<Shop, "db">, actor: Actor, form: URLSearchParams): Promise<Edited> {
  const id = form.get("id") ?? "";
  const expected = wholeNumber(form.get("expected"));
  const value = (form.get("value") ?? "").trim();
  if (expected === null) return { ok: false, reason: "unreadable" };
  if (form.get("intent") === "price") {
    const kobo = readNewPrice(value);
    if (!kobo) return invalid(NAIRA_PROBLEM);
    const confirmed_kobo = wholeNumber(form.get("confirmed"));
    return await setPrice(shop, actor, { id, expected_kobo: expected, kobo, confirmed_kobo });
  }
  if (form.get("intent") !== "stock") return { ok: false, reason: "unreadable" };
  const isAdded = value.startsWith("+");
  const count = readCount(isAdded ? value.slice(1) : value);
  if (count === null) return invalid("Type what was counted, such as 40, or what came in, such as +24.");
  return await setStock(shop, actor, isAdded ? { id, add: count } : { id, expected, counted: count });
}

const invalid = (message: string) => ({ ok: false as const, reason: "invalid" as const, errors: { value: message } });
