import type { Shop } from "#app/lib/context.server.ts";
import { formatNaira, parseNaira } from "#app/lib/money.ts";
import type { Actor } from "#app/lib/permissions.ts";
import type { QuickAnswer } from "../components/admin/quick-field.tsx";
import { setPrice, setStock, type QuickEditResult } from "./quick-edit.server.ts";

type Answer = { status: number; body: QuickAnswer };

const refuse = (status: number, message: string): Answer => ({ status, body: { ok: false, message } });

/** What a posted quick edit (`intent` price or stock, `id`, `saw`, `value`) does, and the status it is answered with. */
export async function quickEdit(shop: Pick<Shop, "db">, actor: Actor, form: URLSearchParams): Promise<Answer> {
  const id = form.get("id") ?? "";
  const saw = Number(form.get("saw"));
  const value = (form.get("value") ?? "").trim();
  if (!Number.isSafeInteger(saw)) return refuse(400, "This form could not be read. Please try again.");
  if (form.get("intent") === "price") {
    const kobo = parseNaira(value);
    if (!kobo) return refuse(422, "Type a price in naira, such as 7500.");
    return answerTo(await setPrice(shop, actor, { id, saw_kobo: saw, kobo }), formatNaira);
  }
  if (form.get("intent") !== "stock") return refuse(400, "This form could not be read. Please try again.");
  const added = /^\+\s*(\d{1,7})$/.exec(value);
  const counted = /^\d{1,7}$/.exec(value.replaceAll(",", ""));
  if (!added && !counted) return refuse(422, "Type what was counted, such as 40, or what came in, such as +24.");
  const input = added ? { id, add: Number(added[1]) } : { id, saw, counted: Number(counted?.[0]) };
  return answerTo(await setStock(shop, actor, input), (count) => count.toLocaleString("en-NG"));
}

function answerTo(result: QuickEditResult, words: (value: number) => string): Answer {
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
