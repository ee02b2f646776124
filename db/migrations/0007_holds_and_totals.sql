ALTER TABLE "orders" ADD COLUMN "shipping_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "visitor" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "shipping_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "discount_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_attempts_held_idx" ON "payment_attempts" USING btree ("hold_expires_at") WHERE status = 'open' and hold = 'held';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_parts_check" CHECK (shipping_kobo >= 0 and discount_kobo >= 0 and total_amount_kobo - shipping_kobo + discount_kobo >= 0);--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_parts_check" CHECK (shipping_kobo >= 0 and discount_kobo >= 0 and amount_kobo - shipping_kobo + discount_kobo >= 0);--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_visitor_check" CHECK ((status = 'open' and hold = 'held') or visitor is null);--> statement-breakpoint
-- A table with any BEFORE UPDATE row trigger has all generated columns computed anew by every update, whatever the
-- trigger's own columns are: the search vector too, for each hold of stock. So inserts go before, moves go after.
DROP TRIGGER products_top_category ON products;
--> statement-breakpoint
CREATE TRIGGER products_top_category BEFORE INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION set_top_category();
--> statement-breakpoint
CREATE FUNCTION move_product_with_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET top_category_id = (SELECT coalesce(parent_id, id) FROM categories WHERE id = NEW.category_id)
  WHERE id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_category_moved AFTER UPDATE OF category_id ON products
  FOR EACH ROW WHEN (OLD.category_id IS DISTINCT FROM NEW.category_id) EXECUTE FUNCTION move_product_with_category();
