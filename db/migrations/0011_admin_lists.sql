CREATE TABLE "product_stock" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"quantity" integer NOT NULL,
	"is_low" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_totals" (
	"slot" integer PRIMARY KEY NOT NULL,
	"products" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_totals" (
	"day" date NOT NULL,
	"slot" integer NOT NULL,
	"orders" integer NOT NULL,
	"kept_kobo" bigint NOT NULL,
	CONSTRAINT "order_totals_day_slot_pk" PRIMARY KEY("day","slot")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "question" jsonb;
--> statement-breakpoint
CREATE INDEX "product_stock_quantity_idx" ON "product_stock" USING btree ("quantity","product_id");
--> statement-breakpoint
CREATE INDEX "product_stock_low_idx" ON "product_stock" USING btree ("quantity","product_id") WHERE is_low;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_created_at_idx" ON "products" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_effective_price_idx" ON "products" USING btree ("effective_price_kobo","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_sort_name_idx" ON "products" USING btree ("sort_name","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_discount_idx" ON "products" USING btree ("created_at","id") WHERE discount_price_kobo is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_price_steps_idx" ON "products" USING btree ("created_at","id") WHERE price_steps <> '[]';
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_no_picture_idx" ON "products" USING btree ("created_at","id") WHERE images = '[]';
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_no_category_idx" ON "products" USING btree ("created_at","id") WHERE category_id is null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_sku_prefix_idx" ON "products" USING btree (lower(sku) text_pattern_ops);
--> statement-breakpoint
-- Replaced by those above: nothing sorts by "unavailable" first.
DROP INDEX "products_newest_idx";
--> statement-breakpoint
DROP INDEX "products_price_idx";
--> statement-breakpoint
DROP INDEX "products_name_idx";