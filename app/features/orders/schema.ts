import { z } from "zod";
import { isStorable } from "#app/lib/storable.ts";
import { MOST_SELECTED, ORDER_STATUSES } from "./rules.ts";
import { SHIPMENT_STATUSES } from "./rules/shipments.ts";
import { MESSAGE_LENGTH } from "./rules/updates.ts";

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Please use at most ${most} characters.`)
    .refine(isStorable, "This text has characters that cannot be stored.");

/** Whether to notify the customer; an empty message sends the default text of the status. */
const notice = { notify: z.boolean().default(false), message: text(MESSAGE_LENGTH).default("") };

/** Input for a status change. `seen` is the status on the admin's screen, which detects a concurrent change. */
export const orderStatusInput = z.object({
  id: z.guid(),
  status: z.enum(ORDER_STATUSES),
  seen: z.enum(ORDER_STATUSES).optional(),
  ...notice,
});

/** Input for a new date of delivery; `seen` is the date on the admin's screen. */
export const promiseInput = z.object({ id: z.guid(), promised_to: z.iso.date(), seen: z.iso.date().optional() });

/** Input for a bulk status change, each order with the status on the admin's screen. */
export const bulkStatusInput = z.object({
  orders: z
    .array(z.object({ id: z.guid(), seen: z.enum(ORDER_STATUSES) }))
    .min(1, "Please select orders first.")
    .max(MOST_SELECTED, `Please select at most ${MOST_SELECTED} orders.`),
  status: z.enum(ORDER_STATUSES),
  notify: z.boolean().default(false),
  /** With status `cancelled`: whether all items are restocked. */
  restock: z.boolean().default(false),
});

/** Quantity of an order line to restock. */
export const restockLine = z.object({ item_id: z.number().int().positive(), quantity: z.number().int().min(0) });

/** Input for a cancellation with quantities to restock, by line. */
export const cancelOrderInput = z.object({
  id: z.guid(),
  seen: z.enum(ORDER_STATUSES).optional(),
  reason: text(300).default(""),
  restock: z.array(restockLine).max(500).default([]),
  ...notice,
});

const PHONE = /^\+?[\d ()-]{7,20}$/;

/** How goods travel; all of it may be left empty. */
const travel = {
  carrier: text(80).default(""),
  park: text(120).default(""),
  driver_phone: text(20)
    .refine((phone) => phone === "" || PHONE.test(phone), "Please enter a phone number, like 0803 123 4567.")
    .default(""),
  vehicle: text(60).default(""),
  photo: z
    .string()
    .regex(/^(\/files\/shipments\/[\w/-]+\.webp)?$/, "Please choose the picture again.")
    .default(""),
  tracking_url: text(300)
    .refine(isWebAddress, "Please enter a web address that begins with https://, or leave it empty.")
    .default(""),
};

/** An order of a form, with the number of its shipments on the admin's screen; without `lines` all that is left. */
const sentOrder = z.object({
  id: z.guid(),
  seen: z.int().min(0),
  waybill: text(60).default(""),
  lines: z.array(z.object({ item_id: z.int().positive(), quantity: z.int().min(0) })).max(500),
});

/** Input for goods of one or many orders that are sent, or are being prepared, in one go. */
export const sendInput = z.object({
  orders: z
    .array(sentOrder)
    .min(1, "Please select orders first.")
    .max(MOST_SELECTED, `Please select at most ${MOST_SELECTED} orders.`),
  status: z.enum(["preparing", "sent"]),
  notify: z.boolean().default(false),
  ...travel,
});

const shipment = { id: z.guid(), version: z.int().positive() };

/** Input for the next status of a shipment; `version` is that on the admin's screen. */
export const moveShipmentInput = z.object({
  ...shipment,
  status: z.enum(SHIPMENT_STATUSES),
  notify: z.boolean().default(false),
});

/** Input for how a shipment travels. */
export const shipmentTravelInput = z.object({ ...shipment, waybill: text(60).default(""), ...travel });

/** Input for a shipment alone, such as its removal. */
export const shipmentInput = z.object(shipment);

/** Input for a collection code as staff typed it. */
export const collectInput = z.object({
  id: z.guid(),
  code: z
    .string()
    .trim()
    .regex(/^\d{4}$/, "Please enter the 4 digits of the code."),
});

function isWebAddress(address: string): boolean {
  if (address === "") return true;
  return /^https?:\/\//i.test(address) && URL.canParse(address.replaceAll("{waybill}", "1"));
}
