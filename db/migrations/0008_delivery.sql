CREATE FUNCTION delivery_bands_valid(bands jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN jsonb_typeof(bands) IS DISTINCT FROM 'array' OR jsonb_array_length(bands) = 0 THEN false ELSE (
    SELECT bool_and(
      jsonb_typeof(band->'upto_grams') IS NOT DISTINCT FROM 'number' AND jsonb_typeof(band->'kobo') IS NOT DISTINCT FROM 'number'
      AND (band->>'upto_grams')::numeric > coalesce(before_grams, 0) AND (band->>'kobo')::numeric >= coalesce(before_kobo, 0)
    )
    FROM (
      SELECT band, lag((band->>'upto_grams')::numeric) OVER (ORDER BY place) AS before_grams,
        lag((band->>'kobo')::numeric) OVER (ORDER BY place) AS before_kobo
      FROM jsonb_array_elements(bands) WITH ORDINALITY AS t(band, place)
    ) b
  ) END
$$;
--> statement-breakpoint
CREATE TABLE "delivery_calendar" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"working_days" integer[] DEFAULT '{1,2,3,4,5,6}' NOT NULL,
	"closed_dates" date[] DEFAULT '{}' NOT NULL,
	"fallback_grams" integer DEFAULT 1000 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "delivery_calendar_fallback_check" CHECK (fallback_grams > 0),
	CONSTRAINT "delivery_calendar_one_check" CHECK (id = 1),
	CONSTRAINT "delivery_calendar_days_check" CHECK (working_days <@ '{1,2,3,4,5,6,7}' and cardinality(working_days) > 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_methods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"zone_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"carrier" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"bands" jsonb NOT NULL,
	"extra_kg_kobo" bigint,
	"free_from_kobo" bigint,
	"min_days" integer NOT NULL,
	"max_days" integer NOT NULL,
	"cutoff_minute" integer DEFAULT 840 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "delivery_methods_kind_check" CHECK (kind in ('door','park','pickup')),
	CONSTRAINT "delivery_methods_bands_check" CHECK (delivery_bands_valid(bands)),
	CONSTRAINT "delivery_methods_days_check" CHECK (min_days >= 0 and min_days <= max_days and max_days <= 90),
	CONSTRAINT "delivery_methods_cutoff_check" CHECK (cutoff_minute between 0 and 1440),
	CONSTRAINT "delivery_methods_extra_check" CHECK (coalesce(extra_kg_kobo, 0) >= 0 and coalesce(free_from_kobo, 1) > 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_zone_places" (
	"place" text PRIMARY KEY NOT NULL,
	"zone_id" uuid NOT NULL,
	CONSTRAINT "delivery_zone_places_place_check" CHECK (place ~ '^[A-Z]{2}(-[0-9]{2})?$')
);
--> statement-breakpoint
CREATE TABLE "delivery_zones" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"example" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "default_weight_grams" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_method_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_kind" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_text" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "state_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lga_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promised_from" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promised_to" date;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "delivery_method_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "delivery_kind" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "delivery_text" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "state_code" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "lga_code" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "promised_from" date;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "promised_to" date;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "lga_code" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "lead_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_methods" ADD CONSTRAINT "delivery_methods_zone_id_delivery_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."delivery_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_zone_places" ADD CONSTRAINT "delivery_zone_places_zone_id_delivery_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."delivery_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_methods_zone_id_idx" ON "delivery_methods" USING btree ("zone_id","position");--> statement-breakpoint
CREATE INDEX "delivery_zone_places_zone_id_idx" ON "delivery_zone_places" USING btree ("zone_id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_zones_name_key" ON "delivery_zones" USING btree (lower("name"));--> statement-breakpoint
-- The column is new and empty, and so is the table that it refers to.
-- squawk-ignore adding-foreign-key-constraint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_method_id_delivery_methods_id_fk" FOREIGN KEY ("delivery_method_id") REFERENCES "public"."delivery_methods"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- The column is new and empty, and so is the table that it refers to.
-- squawk-ignore adding-foreign-key-constraint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_delivery_method_id_delivery_methods_id_fk" FOREIGN KEY ("delivery_method_id") REFERENCES "public"."delivery_methods"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_delivery_method_id_idx" ON "orders" USING btree ("delivery_method_id") WHERE delivery_method_id is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_delivery_method_id_idx" ON "payment_attempts" USING btree ("delivery_method_id") WHERE delivery_method_id is not null;--> statement-breakpoint
CREATE INDEX "suppliers_distributor_idx" ON "suppliers" USING btree (lower("distributor"));--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_default_weight_check" CHECK (coalesce(default_weight_grams, 1) > 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_check" CHECK (num_nonnulls(delivery_kind, delivery_text, state_code, promised_from, promised_to) in (0, 5) and (delivery_kind is not null or (delivery_method_id is null and lga_code is null)) and coalesce(delivery_kind in ('door','park','pickup') and promised_from <= promised_to, true));--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_delivery_check" CHECK (num_nonnulls(delivery_kind, delivery_text, state_code, promised_from, promised_to) in (0, 5) and (delivery_kind is not null or (delivery_method_id is null and lga_code is null)) and coalesce(delivery_kind in ('door','park','pickup') and promised_from <= promised_to, true));--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_lead_days_check" CHECK (lead_days between 0 and 60);