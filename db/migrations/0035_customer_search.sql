CREATE INDEX "profiles_name_trgm_idx" ON "profiles" USING gin (lower(first_name || ' ' || last_name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_phone_trgm_idx" ON "profiles" USING gin (regexp_replace(phone, '[^0-9]', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_customers_idx" ON "users" USING btree ("created_at","id") WHERE role = 'customer';--> statement-breakpoint
CREATE INDEX "users_customer_names_idx" ON "users" USING btree (lower(last_name),lower(first_name),"id") WHERE role = 'customer';--> statement-breakpoint
CREATE INDEX "users_name_trgm_idx" ON "users" USING gin (lower(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_phone_trgm_idx" ON "users" USING gin (regexp_replace(phone_number, '[^0-9]', '', 'g') gin_trgm_ops);