CREATE TABLE "fetched_pictures" (
	"source" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"fetched_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "image_alts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "run_rows" ADD COLUMN "pictures" jsonb;--> statement-breakpoint
ALTER TABLE "run_rows" ADD COLUMN "pictures_waiting" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "run_rows_pictures_idx" ON "run_rows" USING btree ("run_id","place") WHERE pictures_waiting > 0;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_products_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
  changed integer;
BEGIN
  SELECT count(*), string_agg(o.id::text, ',') INTO changed, ids
  FROM old_rows o JOIN new_rows n USING (id)
  WHERE
        (o.name, o.slug, o.description, o.category_id, o.top_category_id, o.price_kobo, o.discount_price_kobo,
         o.min_order, o.unit, o.images, o.distributor, o.featured, o.best_seller, o.new_arrival, o.created_at,
         o.order_multiple, o.pieces, o.price_steps, o.larger_units, o.group_id, o.option_values, o.brand, o.sku,
         o.barcode, o.weight_grams, o.length_mm, o.width_mm, o.height_mm, o.country_of_origin, o.nafdac_number,
         o.best_before, o.attributes, o.image_alts)
    IS DISTINCT FROM
        (n.name, n.slug, n.description, n.category_id, n.top_category_id, n.price_kobo, n.discount_price_kobo,
         n.min_order, n.unit, n.images, n.distributor, n.featured, n.best_seller, n.new_arrival, n.created_at,
         n.order_multiple, n.pieces, n.price_steps, n.larger_units, n.group_id, n.option_values, n.brand, n.sku,
         n.barcode, n.weight_grams, n.length_mm, n.width_mm, n.height_mm, n.country_of_origin, n.nafdac_number,
         n.best_before, n.attributes, n.image_alts);
  IF changed > 200 THEN
    PERFORM pg_notify('catalogue', 'all');
    RETURN NULL;
  ELSIF changed > 0 THEN
    PERFORM pg_notify('catalogue', 'product:' || ids);
  END IF;
  SELECT count(*), string_agg(o.id::text, ',') INTO changed, ids
  FROM old_rows o JOIN new_rows n USING (id) WHERE o.stock_quantity <> n.stock_quantity;
  IF changed > 200 THEN
    PERFORM pg_notify('catalogue', 'all');
  ELSIF changed > 0 THEN
    PERFORM pg_notify('catalogue', 'stock:' || ids);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Writers of many products set the top category themselves; each row written again would be a notice of its own.
CREATE OR REPLACE FUNCTION move_product_with_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products p SET top_category_id = c.top
  FROM (SELECT (SELECT coalesce(parent_id, id) FROM categories WHERE id = NEW.category_id) AS top) c
  WHERE p.id = NEW.id AND p.top_category_id IS DISTINCT FROM c.top;
  RETURN NULL;
END $$;
