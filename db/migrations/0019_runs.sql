CREATE TABLE "run_rows" (
	"run_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"record_id" uuid,
	"label" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"state" text DEFAULT 'ready' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "run_rows_run_id_place_pk" PRIMARY KEY("run_id","place"),
	CONSTRAINT "run_rows_state_check" CHECK (state in ('ready','unchanged','refused','applied','changed_meanwhile','failed'))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"noun" text NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'preview' NOT NULL,
	"undo_of" uuid,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "runs_kind_check" CHECK (kind in ('bulk','import','undo')),
	CONSTRAINT "runs_state_check" CHECK (state in ('preview','applying','done','cancelled'))
);
--> statement-breakpoint
ALTER TABLE "run_rows" ADD CONSTRAINT "run_rows_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_undo_of_runs_id_fk" FOREIGN KEY ("undo_of") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_rows_state_idx" ON "run_rows" USING btree ("run_id","state","place");--> statement-breakpoint
CREATE INDEX "run_rows_record_id_idx" ON "run_rows" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "runs_created_at_idx" ON "runs" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "runs_undo_of_key" ON "runs" USING btree ("undo_of") WHERE state in ('applying','done');