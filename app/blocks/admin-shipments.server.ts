import { data, type RouterContextProvider } from "react-router";
import { userContext } from "#app/features/accounts/middleware.server.ts";
import {
  collectShipment,
  editShipment,
  moveShipment,
  removeShipment,
  renewCode,
  type ShipmentResult,
} from "#app/features/orders/commands/change-shipment.server.ts";
import { sendGoods } from "#app/features/orders/commands/send-goods.server.ts";
import { shipmentBadge, type ShipmentStatus } from "#app/features/orders/rules/shipments.ts";
import type { FieldErrors } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { wholeNumber } from "#app/lib/whole-numbers.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";

type Context = Readonly<RouterContextProvider>;

const TRAVEL = ["carrier", "park", "driver_phone", "vehicle", "photo", "tracking_url"] as const;

const travelOf = (form: URLSearchParams) => Object.fromEntries(TRAVEL.map((name) => [name, form.get(name) ?? ""]));

/**
 * Answers the form that sends goods: `order` is "<id>:<number of its shipments>", `item` "<order's id>:<line>" with its
 * `quantity-<line>`, `waybill-<order's id>`, and how they travel for all of them.
 */
export async function answerSend(context: Context, form: URLSearchParams) {
  const problems: FieldErrors = {};
  const lines = form.getAll("item").map((value) => {
    const [order, item] = value.split(":");
    const quantity = wholeNumber(form.get(`quantity-${item}`) || "0");
    if (quantity === null) problems[`quantity-${item}`] = "Please enter a whole number.";
    return { order, item_id: wholeNumber(item ?? "") ?? Number.NaN, quantity: quantity ?? 0 };
  });
  if (Object.keys(problems).length > 0)
    return answerRefused(form, { reason: "invalid", message: CHECK_FIELDS, errors: problems });
  const orders = form.getAll("order").map((value) => {
    const [id = "", seen] = value.split(":");
    return {
      id,
      seen: wholeNumber(seen ?? "") ?? Number.NaN,
      waybill: form.get(`waybill-${id}`) ?? "",
      lines: lines.filter(({ order }) => order === id).map(({ item_id, quantity }) => ({ item_id, quantity })),
    };
  });
  const status = form.get("status");
  const notify = form.get("notify") === "1";
  const result = await sendGoods(context.get(shopContext), context.get(userContext), {
    orders,
    status,
    notify,
    ...travelOf(form),
  });
  if (!result.ok)
    return answerRefused(form, {
      reason: result.reason,
      ...(result.reason === "invalid" && { message: CHECK_FIELDS, errors: result.errors }),
    });
  const left = Object.fromEntries(result.left.map(({ id, message }) => [id, message]));
  if (result.sent.length === 0)
    return answerRefused(form, { reason: "changed", message: whyNone(result.left), errors: left });
  const orderCount = `${formatCount(result.sent.length)} ${result.sent.length === 1 ? "order" : "orders"}`;
  const title = status === "sent" ? "Goods sent" : "Shipment saved";
  const text = status === "sent" ? `${orderCount} on the way.` : `${orderCount} being prepared.`;
  return data({ ok: true as const, title, text, left, sent: status === "sent" ? result.sent : [] });
}

/** Why none of the orders was sent: each says it beside its goods. */
function whyNone(left: readonly { message: string }[]): string {
  return left.length === 1 && left[0] ? left[0].message : "Each order says why.";
}

const CHECK_FIELDS = "Nothing was saved: please check the marked fields.";

/** Whether a form of an order's page is about one of its shipments. */
export function isShipmentForm(form: URLSearchParams): boolean {
  return form.get("intent")?.startsWith("shipment-") ?? false;
}

/** Answers a form about one shipment: its next status, its collection code, how it travels, its removal. */
export async function answerShipment(context: Context, form: URLSearchParams) {
  const [shop, actor] = [context.get(shopContext), context.get(userContext)];
  const id = form.get("shipment") ?? "";
  const version = wholeNumber(form.get("version")) ?? Number.NaN;
  switch (form.get("intent")) {
    case "shipment-move": {
      const status = form.get("status");
      const notify = form.get("notify") === "1";
      const moved = await moveShipment(shop, actor, { id, version, status, notify });
      return answer(form, moved, (number) => [
        "Shipment updated",
        `Shipment ${number}: ${shipmentBadge(status as ShipmentStatus).label}.`,
      ]);
    }
    case "shipment-collect": {
      const collected = await collectShipment(shop, actor, { id, code: form.get("code") ?? "" });
      return answer(form, collected, (number) => ["Code is right", `Shipment ${number} is delivered.`]);
    }
    case "shipment-code": {
      const renewed = await renewCode(shop, actor, { id, version });
      return answer(form, renewed, (number) => ["New code", `The buyer sees a new code for shipment ${number}.`]);
    }
    case "shipment-edit": {
      const waybill = form.get("waybill") ?? "";
      const edited = await editShipment(shop, actor, { id, version, waybill, ...travelOf(form) });
      return answer(form, edited, (number) => ["Shipment saved", `The buyer sees it at shipment ${number}.`]);
    }
    case "shipment-remove": {
      const removed = await removeShipment(shop, actor, { id, version });
      return answer(form, removed, (number) => ["Shipment removed", `Its goods are to be sent again (${number}).`]);
    }
    default:
      return answerRefused(form, { reason: "unreadable" });
  }
}

function answer(form: URLSearchParams, result: ShipmentResult, done: (number: number) => [string, string]) {
  if (result.ok) {
    const [title, text] = done(result.number);
    return data({ ok: true as const, title, text });
  }
  if (result.reason === "invalid") {
    const { message, field } = result;
    return answerRefused(form, { reason: "invalid", message, errors: { [field]: message } });
  }
  if (result.reason === "wrong") {
    const left = result.left === 1 ? "1 try is left" : `${result.left} tries are left`;
    const message = `This is not the buyer's code: ${left}.`;
    return answerRefused(form, { reason: "wrong", message, errors: { code: message } });
  }
  return answerRefused(form, result, { messages: MESSAGES });
}

const MESSAGES = {
  refused: { status: 409 },
  not_found: "This shipment is no longer there.",
  changed: "Another admin changed this shipment meanwhile. Please look at it again.",
  closed: { text: "This cannot be done with this shipment any more.", status: 409 },
  sent_already: { text: "This shipment was sent already, so it stays.", status: 409 },
  locked: {
    text: "Five wrong codes were entered, so this code no longer counts. A manager can give the buyer a new one.",
    status: 409,
  },
};
