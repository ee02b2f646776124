ALTER TABLE "search_changes" ADD COLUMN "name_before" text;--> statement-breakpoint
ALTER TABLE "search_changes" ADD COLUMN "name_after" text;--> statement-breakpoint
ALTER TABLE "search_changes" ADD COLUMN "distributor_before" text;--> statement-breakpoint
ALTER TABLE "search_changes" ADD COLUMN "distributor_after" text;