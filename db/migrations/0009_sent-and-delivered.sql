ALTER TABLE "orders" ADD COLUMN "first_promised_to" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "orders_promised_idx" ON "orders" USING btree ("promised_to") WHERE promised_to is not null and order_status in ('processing','shipped');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_first_promise_check" CHECK (first_promised_to is null or promised_to is not null);