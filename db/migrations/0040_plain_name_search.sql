DROP INDEX "orders_buyer_trgm_idx";--> statement-breakpoint
DROP INDEX "profiles_name_trgm_idx";--> statement-breakpoint
DROP INDEX "users_name_trgm_idx";--> statement-breakpoint
CREATE INDEX "orders_buyer_trgm_idx" ON "orders" USING gin (lower(plain_letters(customer_name || ' ' || customer_email)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_name_trgm_idx" ON "profiles" USING gin (lower(plain_letters(first_name || ' ' || last_name)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_name_trgm_idx" ON "users" USING gin (lower(plain_letters(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);