ALTER TABLE "payment_reviews" DROP CONSTRAINT "payment_reviews_reason_check";--> statement-breakpoint
ALTER TABLE "custom_order_offers" ADD COLUMN "checkout_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_order_offers" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "custom_order_offers" ADD CONSTRAINT "custom_order_offers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "custom_order_offers_checkout_id_key" ON "custom_order_offers" USING btree ("checkout_id");--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_reason_check" CHECK (reason in ('wrong_amount','wrong_currency','wrong_domain','duplicate_payment','stock_short','dispute','reversed','refund','offer_withdrawn'));