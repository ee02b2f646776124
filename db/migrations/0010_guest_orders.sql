ALTER TABLE "orders" ADD COLUMN "guest_email" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "guest_phone" text;--> statement-breakpoint
CREATE INDEX "orders_guest_email_idx" ON "orders" USING btree ("guest_email") WHERE guest_email is not null;--> statement-breakpoint
CREATE INDEX "orders_guest_phone_idx" ON "orders" USING btree ("guest_phone") WHERE guest_phone is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_guest_check" CHECK (user_id is null or (guest_email is null and guest_phone is null));