CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_status_check" CHECK (status in ('pending','processing','processed','failed','needs_attention')),
	CONSTRAINT "payment_refunds_amount_check" CHECK (amount_kobo > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_reviews" DROP CONSTRAINT "payment_reviews_reason_check";--> statement-breakpoint
DROP INDEX "products_name_idx";--> statement-breakpoint
DROP INDEX "products_top_name_idx";--> statement-breakpoint
DROP INDEX "products_category_name_idx";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sort_name" text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_provider_id_key" ON "payment_refunds" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_attempt_id_idx" ON "payment_refunds" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "products_name_idx" ON "products" USING btree ("sort_name","id");--> statement-breakpoint
CREATE INDEX "products_top_name_idx" ON "products" USING btree ("top_category_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "products_category_name_idx" ON "products" USING btree ("category_id","sort_name","id");--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_reason_check" CHECK (reason in ('wrong_amount','wrong_currency','wrong_domain','duplicate_payment','stock_short','dispute','reversed','refund'));