import { data } from "react-router";
import type { Actor } from "#app/features/permissions/rules.ts";
import { refuseForm, type FormResult, type FormValues } from "#app/lib/forms.ts";
import { wholeNumber } from "#app/lib/whole-numbers.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { MAX_OPTIONS } from "../rules/variants.ts";
import { addOption, removeOption, renameValue } from "./group-options.server.ts";
import type { GroupResult } from "./group-store.server.ts";
import { addVariant, changeVariant, createVariant, createGroup, removeVariant, updateGroup } from "./groups.server.ts";

/** `title` is shown as a toast. */
export type GroupAnswer = FormResult<{ title: string }>;

const MESSAGES = {
  missing: "This no longer exists, so nothing was saved.",
  changed: "Somebody changed this group in the meantime. Please check it, then repeat your change.",
};

/** Handles the forms of a product's variants by "intent". */
export async function groupAction(ctx: Pick<Shop, "db">, actor: Actor, product_id: string, form: FormData) {
  const { values: fields } = refuseForm(form, {});
  const done = await perform(ctx, actor, product_id, fields);
  if (!done) return answerRefused(form, { reason: "unreadable" });
  const { result, title } = done;
  if (result.ok) return data<GroupAnswer>({ ok: true, title });
  const message = result.reason === "invalid" && fields["intent"] === "make" ? result.errors["product"] : undefined;
  return answerRefused(form, { ...result, ...(message ? { message } : {}) }, { messages: MESSAGES });
}

async function perform(
  ctx: Pick<Shop, "db">,
  actor: Actor,
  opened: string,
  fields: FormValues,
): Promise<{ result: GroupResult; title: string } | null> {
  const text = (name: string) => fields[name] ?? "";
  const values = listField(fields, "values");
  const at = { group_id: text("group_id"), version: wholeNumber(text("version")) ?? 0 };
  const group = {
    name: text("name"),
    option_names: [] as string[],
    mixed_price_breaks: text("mixed_price_breaks") === "1",
  };
  const variant = { ...at, product_id: text("product_id"), values };
  const option = { ...at, option: text("option"), value: text("value") };
  switch (fields["intent"]) {
    case "make": {
      const pairs = listField(fields, "option_names").map((name, place) => ({ name, value: values[place] ?? "" }));
      const last = pairs.findLastIndex(({ name, value }) => name.trim() !== "" || value.trim() !== "");
      const filled = pairs.slice(0, Math.max(1, last + 1));
      group.option_names = filled.map(({ name }) => name);
      const input = { ...group, product_id: opened, values: filled.map(({ value }) => value) };
      return { result: await createGroup(ctx, actor, input), title: "Group created" };
    }
    case "update":
      group.option_names = listField(fields, "option_names");
      return { result: await updateGroup(ctx, actor, { ...at, ...group }), title: "Group updated" };
    case "create": {
      const input = { ...at, values, product_id: opened, form: fields };
      return { result: await createVariant(ctx, actor, input), title: "Variant added" };
    }
    case "join":
      return {
        result: await addVariant(ctx, actor, { ...at, values, product: text("product") }),
        title: "Variant added",
      };
    case "change":
      return { result: await changeVariant(ctx, actor, variant), title: "Variant updated" };
    case "remove":
      return { result: await removeVariant(ctx, actor, variant), title: "Removed from the group" };
    case "add-option":
      return {
        result: await addOption(ctx, actor, { ...option, values: valuesById(fields) }),
        title: "Option added",
      };
    case "remove-option":
      return { result: await removeOption(ctx, actor, option), title: "Option removed" };
    case "rename-value":
      return { result: await renameValue(ctx, actor, { ...option, from: text("from") }), title: "Value renamed" };
    default:
      return null;
  }
}

/** The fields "name.0", "name.1" and so on, until one is missing. */
function listField(fields: FormValues, name: string): string[] {
  return Array.from({ length: MAX_OPTIONS }, (_, at) => fields[`${name}.${at}`]).filter((text) => text !== undefined);
}

/** The fields "value.<product id>". */
function valuesById(fields: FormValues): Record<string, string> {
  const own = Object.entries(fields).filter(([name]) => name.startsWith("value."));
  return Object.fromEntries(own.map(([name, text]) => [name.slice("value.".length), text]));
}
