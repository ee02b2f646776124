CREATE TABLE "payment_searches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid,
	"visitor" text,
	"amount_kobo" bigint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"sender" text DEFAULT '' NOT NULL,
	"last4" text DEFAULT '' NOT NULL,
	"result" text NOT NULL,
	"attempt_id" uuid,
	"provider_reference" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_searches_result_check" CHECK (result in ('attached','waiting','answered')),
	CONSTRAINT "payment_searches_amount_check" CHECK (amount_kobo > 0),
	CONSTRAINT "payment_searches_who_check" CHECK (sender <> '' or last4 <> '')
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "channel" text DEFAULT 'popup' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "pay_token" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "account_number" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "account_name" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "bank_name" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "account_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "provider_transaction_id" text;--> statement-breakpoint
ALTER TABLE "payment_searches" ADD CONSTRAINT "payment_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_searches" ADD CONSTRAINT "payment_searches_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_searches_waiting_idx" ON "payment_searches" USING btree ("created_at") WHERE result = 'waiting';--> statement-breakpoint
CREATE INDEX "payment_searches_created_at_idx" ON "payment_searches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payment_searches_user_id_idx" ON "payment_searches" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_searches_attempt_id_idx" ON "payment_searches" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_pay_token_key" ON "payment_attempts" USING btree ("pay_token");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_provider_transaction_id_key" ON "payment_attempts" USING btree ("provider_transaction_id");--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_channel_check" CHECK (channel in ('popup','transfer'));--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_pay_token_check" CHECK (channel = 'transfer' or pay_token is null);--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_account_check" CHECK (num_nonnulls(account_number, account_name, bank_name, account_expires_at) in (0, 4) and (channel = 'transfer' or account_number is null));