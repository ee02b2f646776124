ALTER TABLE "shop_facts" RENAME TO "shop_state";--> statement-breakpoint
ALTER TABLE "shop_state" RENAME CONSTRAINT "shop_facts_pkey" TO "shop_state_pkey";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_reason_check";--> statement-breakpoint
UPDATE "stock_movements" SET "reason" = 'late_allocation' WHERE "reason" = 'late_sale';--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_reason_check" CHECK (reason in ('hold','release','late_allocation','import','correction','restock'));
