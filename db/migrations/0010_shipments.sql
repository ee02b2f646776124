CREATE TABLE "shipment_lines" (
	"shipment_id" uuid NOT NULL,
	"order_item_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "shipment_lines_shipment_id_order_item_id_pk" PRIMARY KEY("shipment_id","order_item_id"),
	CONSTRAINT "shipment_lines_quantity_check" CHECK (quantity > 0)
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'preparing' NOT NULL,
	"carrier" text DEFAULT '' NOT NULL,
	"waybill" text DEFAULT '' NOT NULL,
	"park" text DEFAULT '' NOT NULL,
	"driver_phone" text DEFAULT '' NOT NULL,
	"vehicle" text DEFAULT '' NOT NULL,
	"photo" text DEFAULT '' NOT NULL,
	"tracking_url" text DEFAULT '' NOT NULL,
	"code" text,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shipments_number_check" CHECK (number > 0),
	CONSTRAINT "shipments_status_check" CHECK (status in ('preparing','sent','arrived','delivered','lost')),
	CONSTRAINT "shipments_times_check" CHECK ((status = 'preparing') = (sent_at is null) and (status = 'delivered') = (delivered_at is not null)),
	CONSTRAINT "shipments_code_check" CHECK (code ~ '^[0-9]{4}$' and code_tries between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shipment_lines_order_item_id_idx" ON "shipment_lines" USING btree ("order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_order_id_number_key" ON "shipments" USING btree ("order_id","number");--> statement-breakpoint
CREATE INDEX "shipments_driver_phone_idx" ON "shipments" USING btree ("created_at") WHERE driver_phone <> '';