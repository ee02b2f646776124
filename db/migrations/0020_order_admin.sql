ALTER TABLE "payment_refunds" DROP CONSTRAINT "payment_refunds_status_check";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_reason_check";--> statement-breakpoint
DROP INDEX "orders_created_at_idx";--> statement-breakpoint
DROP INDEX "mails_order_kind_key";--> statement-breakpoint
ALTER TABLE "payment_refunds" ALTER COLUMN "provider_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "restocked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "requested_by" uuid;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_order_id_idx" ON "mails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_newest_idx" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status_idx" ON "orders" USING btree ("order_status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_buyer_trgm_idx" ON "orders" USING gin (lower(customer_name || ' ' || customer_email) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_phone_trgm_idx" ON "orders" USING gin (regexp_replace(customer_phone, '[^0-9]', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payment_attempts_open_idx" ON "payment_attempts" USING btree ("created_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "payment_events_unhandled_idx" ON "payment_events" USING btree ("created_at") WHERE event = 'charge.success' and handled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_request_id_key" ON "payment_refunds" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_unanswered_key" ON "payment_refunds" USING btree ("attempt_id") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "payment_reviews_order_id_idx" ON "payment_reviews" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_reviews_open_idx" ON "payment_reviews" USING btree ("created_at") WHERE not resolved;--> statement-breakpoint
CREATE INDEX "stock_movements_order_id_idx" ON "stock_movements" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_order_kind_key" ON "mails" USING btree ("order_id","kind") WHERE kind in ('order_confirmation','welcome_email');--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_restocked_check" CHECK (restocked between 0 and quantity);--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_taken_check" CHECK (provider_id is not null or status in ('requested','refused'));--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_status_check" CHECK (status in ('requested','refused','pending','processing','processed','failed','needs_attention'));--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reason_check" CHECK (reason in ('hold','release','late_sale','import','correction','restock'));