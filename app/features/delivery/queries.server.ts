import { sql } from "drizzle-orm";
import { formatDays } from "#app/lib/day-range.ts";
import { lgasOf, placeName } from "#app/lib/lgas.ts";
import { formatNaira } from "#app/lib/money.ts";
import { stateCode, stateOf } from "#app/lib/nigeria.ts";
import type { Tx } from "#db/client.server.ts";
import type { deliveryColumns } from "#db/schema/delivery.ts";
import {
  USUAL_CALENDAR,
  type ChosenDelivery,
  type DeliveryCalendar,
  type DeliveryMethod,
  type DeliveryPlace,
  type DeliveryQuote,
} from "./rules.ts";
import { deliveryText } from "./rules/delivery-text.ts";
import { deliveryOptions } from "./rules/quote.ts";

type QuoteRow = {
  has_rates: boolean;
  asks_lga: boolean;
  grams: string;
  lead_days: number;
  methods: DeliveryMethod[] | null;
  calendar: DeliveryCalendar | null;
};

/** What the owner has entered for a place, and what the goods weigh and need. */
type Rates = {
  has_rates: boolean;
  asks_lga: boolean;
  grams: number;
  lead_days: number;
  methods: DeliveryMethod[];
  calendar: DeliveryCalendar;
};

/**
 * The rates of a place and the weight of these goods, in one statement. Quantities are in sold units; unknown products
 * weigh nothing. The zone of an area comes before that of its state.
 */
export async function ratesFor(
  db: Tx,
  { state_code, lga_code }: DeliveryPlace,
  lines: readonly { id: string; quantity: number }[],
): Promise<Rates> {
  const cart = JSON.stringify(lines.map(({ id, quantity }) => ({ id, quantity })));
  const { rows } = await db.execute<QuoteRow>(sql`
    with goods as (
      select
        coalesce(sum(line.quantity::bigint * coalesce(
          p.weight_grams, sub.default_weight_grams, top.default_weight_grams,
          (select fallback_grams from delivery_calendar), ${USUAL_CALENDAR.fallback_grams}::integer
        )), 0) as grams,
        coalesce(max((
          select max(s.lead_days) from suppliers s
          where p.distributor <> '' and lower(s.distributor) = lower(p.distributor) and s.status = 'approved'
        )), 0) as lead_days
      from jsonb_to_recordset(${cart}::jsonb) as line(id uuid, quantity integer)
      join products p on p.id = line.id
      left join categories sub on sub.id = p.category_id
      left join categories top on top.id = p.top_category_id
    )
    select
      exists (select from delivery_methods where active) as has_rates,
      exists (select from delivery_zone_places where place like ${state_code}::text || '-%') as asks_lga,
      goods.grams::text as grams, goods.lead_days::integer as lead_days,
      (
        select jsonb_agg(to_jsonb(m) order by m.position, m.name) from delivery_methods m
        where m.active and m.zone_id = (
          select zone_id from delivery_zone_places where place in (${state_code}, ${lga_code ?? ""})
          order by length(place) desc limit 1
        )
      ) as methods,
      (select to_jsonb(c) from delivery_calendar c) as calendar
    from goods`);
  const row = rows[0];
  if (!row) throw new Error("a quote has one row");
  return {
    ...row,
    grams: Number(row.grams),
    methods: row.methods ?? [],
    calendar: row.calendar ?? USUAL_CALENDAR,
  };
}

/** What delivery of these goods, worth `items_kobo`, to a place costs and when they arrive if they are paid now. */
export async function quoteDelivery(
  db: Tx,
  place: DeliveryPlace,
  lines: readonly { id: string; quantity: number }[],
  items_kobo: number,
  now: Date,
): Promise<DeliveryQuote> {
  const { has_rates, asks_lga, grams, lead_days, methods, calendar } = await ratesFor(db, place, lines);
  const needs_area = asks_lga && place.lga_code === null;
  const goods = { grams, lead_days, items_kobo };
  const options = needs_area ? [] : deliveryOptions(methods, goods, now, calendar);
  const name = placeName(place.lga_code ?? place.state_code).split(", ")[0] ?? "";
  const state = stateOf(place.state_code);
  const areas = state && (asks_lga || place.lga_code !== null) ? lgasOf(state) : [];
  return { place: name, has_rates, areas, needs_area, grams, options };
}

/** Columns of an attempt and an order: all of a delivery, or all null. */
export type DeliveryColumns = Record<keyof ReturnType<typeof deliveryColumns>, string | null>;

const NO_DELIVERY: DeliveryColumns = {
  delivery_method_id: null,
  delivery_kind: null,
  delivery_text: null,
  state_code: null,
  lga_code: null,
  promised_from: null,
  promised_to: null,
};

const CHOOSE_AREA = "Please choose your local government area.";
const CHOOSE = "Please choose how your order is delivered.";
const GONE = "The delivery you chose is no longer offered. Please choose again.";
const NO_RATES = "Delivery is not paid here any more, so the total has changed.";
const NOWHERE = "We have no delivery price for this cart and place yet. Please ask us for one.";

type SentOrder =
  | { ok: true; kobo: number; columns: DeliveryColumns }
  | { ok: false; message: string; quote: DeliveryQuote };

/**
 * Price in kobo and columns of the delivery that a buyer `chose`, at today's rates, or why it is not as it was shown.
 * `state` is the state's name, the area is left out when it is another state's. A shop without rates has no delivery.
 */
export async function deliveryFor(
  db: Tx,
  { state, lga_code }: { state: string; lga_code: string | null },
  lines: readonly { id: string; quantity: number }[],
  items_kobo: number,
  chosen: ChosenDelivery | null,
  now: Date,
): Promise<SentOrder> {
  const state_code = stateCode(state);
  const area = lga_code !== null && stateOf(lga_code) === state_code ? lga_code : null;
  const place = { state_code: state_code ?? "", lga_code: area };
  const quote = await quoteDelivery(db, place, lines, items_kobo, now);
  const refuse = (message: string): SentOrder => ({ ok: false, message, quote });
  if (!quote.has_rates) return chosen ? refuse(NO_RATES) : { ok: true, kobo: 0, columns: NO_DELIVERY };
  const option = quote.options.find(({ method_id }) => method_id === chosen?.method_id);
  if (quote.needs_area) return refuse(CHOOSE_AREA);
  if (quote.options.length === 0) return refuse(NOWHERE);
  if (!option || !chosen || !state_code) return refuse(chosen ? GONE : CHOOSE);
  const { kobo, from, to } = option;
  if (kobo !== chosen.kobo)
    return refuse(`Delivery now costs ${formatNaira(kobo)} instead of ${formatNaira(chosen.kobo)}.`);
  if (from !== chosen.from || to !== chosen.to) return refuse(`Your order would now arrive ${formatDays(from, to)}.`);
  const columns = {
    delivery_method_id: option.method_id,
    delivery_kind: option.kind,
    delivery_text: deliveryText(option, area ?? state_code),
    state_code,
    lga_code: area,
    promised_from: from,
    promised_to: to,
  };
  return { ok: true, kobo, columns };
}

/** Whether the owner offers any way of delivery; without rates the shop's specified texts hold. */
export async function hasDeliveryRates(db: Tx): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select exists (select from delivery_methods where active) as has`,
  );
  return rows[0]?.has === true;
}
