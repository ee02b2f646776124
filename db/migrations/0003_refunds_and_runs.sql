DROP INDEX "audit_log_actor_idx";--> statement-breakpoint
DROP INDEX "audit_log_noun_idx";--> statement-breakpoint
DROP INDEX "audit_log_at_idx";--> statement-breakpoint
DROP INDEX "orders_payment_idx";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "buyer_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "refunded_kobo" = "total_amount_kobo" WHERE "payment_status" = 'refunded';--> statement-breakpoint
UPDATE "orders" o SET "refunded_kobo" = least(o."total_amount_kobo", r.kobo) FROM (
  SELECT a."order_id", sum(f."amount_kobo") AS kobo FROM "payment_refunds" f JOIN "payment_attempts" a ON a."id" = f."attempt_id"
  WHERE f."status" IN ('pending','processing','processed','needs_attention') AND f."currency" = a."currency" GROUP BY a."order_id"
) r WHERE r."order_id" = o."id" AND o."payment_status" = 'paid';--> statement-breakpoint
UPDATE "audit_log" l SET "run_id" = r."id" FROM "runs" r JOIN "run_rows" w ON w."run_id" = r."id"
  WHERE w."state" = 'applied' AND l."subject" = w."record_id"::text AND l."actor_id" IS NOT DISTINCT FROM r."actor_id"
    AND l."action" IN ('product.create','product.update','product.delete') AND l."at" BETWEEN r."started_at" AND r."finished_at";--> statement-breakpoint
CREATE INDEX "orders_owed_idx" ON "orders" USING btree ("created_at","id") WHERE order_status = 'cancelled' and payment_status = 'paid' and refunded_kobo < total_amount_kobo;--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","at","id") WHERE run_id is null;--> statement-breakpoint
CREATE INDEX "audit_log_noun_idx" ON "audit_log" USING btree (split_part("action", '.', 1),"at","id") WHERE run_id is null;--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at","id") WHERE run_id is null;--> statement-breakpoint
CREATE INDEX "orders_payment_idx" ON "orders" USING btree ("payment_status","created_at","id","total_amount_kobo","refunded_kobo");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded_check" CHECK (refunded_kobo between 0 and total_amount_kobo and (payment_status <> 'refunded' or refunded_kobo = total_amount_kobo));