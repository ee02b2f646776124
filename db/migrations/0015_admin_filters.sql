CREATE INDEX IF NOT EXISTS "products_top_created_at_idx" ON "products" USING btree ("top_category_id","created_at","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_top_effective_price_idx" ON "products" USING btree ("top_category_id","effective_price_kobo","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_top_sort_name_idx" ON "products" USING btree ("top_category_id","sort_name","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_category_created_at_idx" ON "products" USING btree ("category_id","created_at","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_category_effective_price_idx" ON "products" USING btree ("category_id","effective_price_kobo","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_category_sort_name_idx" ON "products" USING btree ("category_id","sort_name","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_distributor_created_at_idx" ON "products" USING btree ("distributor","created_at","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_featured_created_at_idx" ON "products" USING btree ("created_at","id") WHERE featured;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_best_seller_created_at_idx" ON "products" USING btree ("created_at","id") WHERE best_seller;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_new_arrival_created_at_idx" ON "products" USING btree ("created_at","id") WHERE new_arrival;
--> statement-breakpoint
-- Replaced by those above: no statement sorts by "unavailable" first, or looks for a brand.
DROP INDEX "products_top_newest_idx";
--> statement-breakpoint
DROP INDEX "products_top_price_idx";
--> statement-breakpoint
DROP INDEX "products_top_name_idx";
--> statement-breakpoint
DROP INDEX "products_category_newest_idx";
--> statement-breakpoint
DROP INDEX "products_category_price_idx";
--> statement-breakpoint
DROP INDEX "products_category_name_idx";
--> statement-breakpoint
DROP INDEX "products_distributor_idx";
--> statement-breakpoint
DROP INDEX "products_featured_idx";
--> statement-breakpoint
DROP INDEX "products_best_seller_idx";
--> statement-breakpoint
DROP INDEX "products_new_arrival_idx";
--> statement-breakpoint
DROP INDEX "products_brand_idx";
