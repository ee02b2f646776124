ALTER TABLE "order_items" ADD COLUMN "saved_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "substitute_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt_items" ADD COLUMN "saved_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "substitute_phone" text DEFAULT '' NOT NULL;