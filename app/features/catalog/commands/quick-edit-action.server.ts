import type { Shop } from "#app/lib/context.server.ts";
import { formatCount, formatNaira, parseNaira } from "#app/lib/money.ts";
import type { Actor } from "#app/lib/permissions.ts";
import type { QuickAnswer } from "../components/admin/quick-field.tsx";
import { deleteProduct } from "./product.server.ts";
import { setPrice, setStock, type QuickEditResult } from "./quick-edit.server.ts";

type Answer = { status: number; body: QuickAnswer };

const refuse = (status: number, message: string): Answer => ({ status, body: { ok: false, message } });

const NOT_DELETED = {
  forbidden: [403, "Your role does not allow this."],
  unknown: [404, "This product is gone."],
  held: [409, "Somebody is paying for this product now. Try again in 15 minutes."],
} as const;

/** Handles a form of the product list: delete (`intent` delete) or a quick edit. */
export async function productAction(shop: Pick<Shop, "db">, actor: Actor, form: URLSearchParams): Promise<Answer> {
  if (form.get("intent") !== "delete") return await quickEdit(shop, actor, form);
  const deleted = await deleteProduct(shop, actor, form.get("id") ?? "");
  if (deleted.ok) return { status: 200, body: { ok: true } };
  const [status, message] = NOT_DELETED[deleted.reason];
  return refuse(status, message);
}

/** Applies a quick edit (`intent` price or stock, `id`, `expected`, `value`); returns result and status code. */
async function quickEdit(shop: Pick<Shop, "db">, actor: Actor, form: URLSearchParams): Promise<Answer> {
  const id = form.get("id") ?? "";
  const expected = Number(form.get("expected"));
  const value = (form.get("value") ?? "").trim();
  if (!Number.isSafeInteger(expected)) return refuse(400, "This form could not be read. Please try again.");
  if (form.get("intent") === "price") {
    const kobo = parseNaira(value);
    if (!kobo) return refuse(422, "Type a price in naira, such as 7500.");
    return quickEditResponse(await setPrice(shop, actor, { id, expected_kobo: expected, kobo }), formatNaira);
  }
  if (form.get("intent") !== "stock") return refuse(400, "This form could not be read. Please try again.");
  const added = /^\+\s*(\d{1,7})$/.exec(value);
  const counted = /^\d{1,7}$/.exec(value.replaceAll(",", ""));
  if (!added && !counted) return refuse(422, "Type what was counted, such as 40, or what came in, such as +24.");
  const input = added ? { id, add: Number(added[1]) } : { id, expected, counted: Number(counted?.[0]) };
  return quickEditResponse(await setStock(shop, actor, input), (count) => formatCount(count));
}

function quickEditResponse(result: QuickEditResult, words: (value: number) => string): Answer {
  if (result.ok) return { status: 200, body: result };
  switch (result.reason) {
    case "forbidden":
      return refuse(403, "Your role does not allow this.");
    case "not_found":
      return refuse(404, "This product is gone.");
    case "changed":
      return {
        status: 409,
        body: {
          ok: false,
          now: result.now,
          message: `It was changed meanwhile to ${words(result.now)}. Look at it and save again.`,
        },
      };
    case "refused":
      return refuse(422, result.message);
  }
}
