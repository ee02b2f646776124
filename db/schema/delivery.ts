import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, kobo, reference, version } from "./columns.ts";

/** Up to `upto_grams` of goods, delivery costs `kobo`. Bands ascend by weight and do not descend by price. */
type WeightBand = { upto_grams: number; kobo: number };

/** A part of the country with its own prices of delivery. */
export const delivery_zones = pgTable(
  "delivery_zones",
  {
    id: id(),
    name: text("name").notNull(),
    position: integer("position").notNull().default(0),
    /** An example of the demo, marked as such until somebody edits it. */
    example: boolean("example").notNull().default(false),
    version: version(),
  },
  (t) => [uniqueIndex("delivery_zones_name_key").on(sql`lower(${t.name})`)],
);

/** `place` is a state ("LA") or a local government area ("LA-07"), which comes before its state. */
export const delivery_zone_places = pgTable(
  "delivery_zone_places",
  {
    place: text("place").primaryKey(),
    zone_id: reference("zone_id", () => delivery_zones.id, "cascade").notNull(),
  },
  (t) => [
    index("delivery_zone_places_zone_id_idx").on(t.zone_id),
    check("delivery_zone_places_place_check", sql`place ~ '^[A-Z]{2}(-[0-9]{2})?$'`),
  ],
);

/**
 * A way of delivery within a zone. Above its last band each started kilogram costs `extra_kg_kobo`; without it the
 * method does not carry heavier carts. `min_days` and `max_days` are working days after the goods leave. An order after
 * `cutoff_minute` of the day in Lagos counts as one of the next working day.
 */
export const delivery_methods = pgTable(
  "delivery_methods",
  {
    id: id(),
    zone_id: reference("zone_id", () => delivery_zones.id, "cascade").notNull(),
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    carrier: text("carrier").notNull().default(""),
    /** Of the park or pick-up point; empty for a door. */
    address: text("address").notNull().default(""),
    bands: jsonb("bands").$type<WeightBand[]>().notNull(),
    extra_kg_kobo: kobo("extra_kg_kobo"),
    /** Goods of this value in kobo travel free of charge. */
    free_from_kobo: kobo("free_from_kobo"),
    min_days: integer("min_days").notNull(),
    max_days: integer("max_days").notNull(),
    cutoff_minute: integer("cutoff_minute")
      .notNull()
      .default(14 * 60),
    active: boolean("active").notNull().default(true),
    position: integer("position").notNull().default(0),
    version: version(),
  },
  (t) => [
    index("delivery_methods_zone_id_idx").on(t.zone_id, t.position),
    check("delivery_methods_kind_check", sql`kind in ('door','park','pickup')`),
    check("delivery_methods_bands_check", sql`delivery_bands_valid(bands)`),
    check("delivery_methods_days_check", sql`min_days >= 0 and min_days <= max_days and max_days <= 90`),
    check("delivery_methods_cutoff_check", sql`cutoff_minute between 0 and 1440`),
    check("delivery_methods_extra_check", sql`coalesce(extra_kg_kobo, 0) >= 0 and coalesce(free_from_kobo, 1) > 0`),
  ],
);

/**
 * One row: the days on which goods leave and arrive, and the weight of goods without one, neither their own nor their
 * category's. `working_days` are ISO days of the week, 1 for Monday.
 */
export const delivery_calendar = pgTable(
  "delivery_calendar",
  {
    id: integer("id").primaryKey().default(1),
    working_days: integer("working_days").array().notNull().default([1, 2, 3, 4, 5, 6]),
    closed_dates: date("closed_dates").array().notNull().default([]),
    fallback_grams: integer("fallback_grams").notNull().default(1000),
    version: version(),
  },
  () => [
    check("delivery_calendar_one_check", sql`id = 1`),
    check("delivery_calendar_days_check", sql`working_days <@ '{1,2,3,4,5,6,7}' and cardinality(working_days) > 0`),
    check("delivery_calendar_fallback_check", sql`fallback_grams > 0`),
  ],
);

/** Columns of attempts and orders: the chosen delivery as text, its place, and the first and last promised day. */
export const deliveryColumns = () => ({
  delivery_method_id: reference("delivery_method_id", () => delivery_methods.id, "set null"),
  delivery_kind: text("delivery_kind"),
  delivery_text: text("delivery_text"),
  state_code: text("state_code"),
  lga_code: text("lga_code"),
  promised_from: date("promised_from"),
  promised_to: date("promised_to"),
});

/** All of a delivery or none of it; a place without an LGA has none. */
export const deliveryCheck = sql`num_nonnulls(delivery_kind, delivery_text, state_code, promised_from, promised_to) in (0, 5) and (delivery_kind is not null or (delivery_method_id is null and lga_code is null)) and coalesce(delivery_kind in ('door','park','pickup') and promised_from <= promised_to, true)`;
