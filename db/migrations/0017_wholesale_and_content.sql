CREATE FUNCTION option_names_valid(names jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_typeof(names) = 'array' AND jsonb_array_length(names) BETWEEN 1 AND 3
    AND (SELECT bool_and(jsonb_typeof(name) = 'string' AND length(name #>> '{}') BETWEEN 1 AND 40)
           AND count(DISTINCT lower(name #>> '{}')) = count(*) FROM jsonb_array_elements(names) AS name)
$$;
--> statement-breakpoint
CREATE FUNCTION option_values_valid(options jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_typeof(options) = 'object'
    AND coalesce((SELECT bool_and(jsonb_typeof(value) = 'string' AND length(value #>> '{}') BETWEEN 1 AND 40) AND count(*) <= 3
                  FROM jsonb_each(options)), true)
$$;
--> statement-breakpoint
CREATE FUNCTION attributes_valid(attributes jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_typeof(attributes) = 'array' AND jsonb_array_length(attributes) <= 30
    AND coalesce((SELECT bool_and(length(a ->> 'name') BETWEEN 1 AND 60 AND length(a ->> 'value') BETWEEN 1 AND 300)
                  FROM jsonb_array_elements(attributes) AS a), true)
$$;
--> statement-breakpoint
CREATE FUNCTION price_steps_valid(steps jsonb, min_order integer, price_kobo bigint) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_typeof(steps) = 'array' AND jsonb_array_length(steps) <= 8
    AND coalesce((SELECT bool_and(step_from > before_from AND unit_kobo < before_kobo AND unit_kobo > 0) FROM (
      SELECT (step ->> 'from')::integer AS step_from,
             (step ->> 'unit_kobo')::bigint AS unit_kobo,
             lag((step ->> 'from')::integer, 1, min_order) OVER (ORDER BY place) AS before_from,
             lag((step ->> 'unit_kobo')::bigint, 1, price_kobo) OVER (ORDER BY place) AS before_kobo
      FROM jsonb_array_elements(steps) WITH ORDINALITY AS s(step, place)) AS pairs), true)
$$;
--> statement-breakpoint
CREATE FUNCTION larger_units_valid(units jsonb, pieces integer) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_typeof(units) = 'array' AND jsonb_array_length(units) <= 4
    AND coalesce((SELECT bool_and(length(name) BETWEEN 1 AND 40 AND unit_pieces > before_pieces AND unit_pieces % pieces = 0) FROM (
      SELECT item ->> 'unit' AS name, (item ->> 'pieces')::integer AS unit_pieces,
             lag((item ->> 'pieces')::integer, 1, pieces) OVER (ORDER BY place) AS before_pieces
      FROM jsonb_array_elements(units) WITH ORDINALITY AS u(item, place)) AS pairs), true)
$$;
--> statement-breakpoint
CREATE FUNCTION gtin_valid(code text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN code ~ '^([0-9]{8}|[0-9]{12,14})$' THEN
    (SELECT sum(substr(lpad(code, 14, '0'), place, 1)::integer * CASE WHEN place % 2 = 1 THEN 3 ELSE 1 END) % 10 = 0
     FROM generate_series(1, 14) AS place) ELSE false END
$$;
--> statement-breakpoint
CREATE TABLE "admin_settings" (
	"category" text PRIMARY KEY NOT NULL,
	"settings" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_settings_category_check" CHECK (category in ('general','payment','shipping','email'))
);
--> statement-breakpoint
CREATE TABLE "blog_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"featured_image" text,
	"published" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"author_id" uuid,
	"author_email" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"submission_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "custom_order_offer_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"offer_id" uuid NOT NULL,
	"product_id" uuid,
	"name" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_kobo" bigint NOT NULL,
	CONSTRAINT "custom_order_offer_lines_quantity_check" CHECK (quantity >= 1),
	CONSTRAINT "custom_order_offer_lines_price_check" CHECK (unit_price_kobo >= 0)
);
--> statement-breakpoint
CREATE TABLE "custom_order_offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"custom_order_id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_order_offers_status_check" CHECK (status in ('open','withdrawn','accepted'))
);
--> statement-breakpoint
CREATE TABLE "custom_orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"quantity" integer NOT NULL,
	"description" text NOT NULL,
	"image_url" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"access_token" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "custom_orders_status_check" CHECK (status in ('pending','processing','completed','cancelled')),
	CONSTRAINT "custom_orders_quantity_check" CHECK (quantity >= 1)
);
--> statement-breakpoint
CREATE TABLE "product_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"option_names" jsonb NOT NULL,
	"steps_together" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "product_groups_option_names_check" CHECK (option_names_valid(option_names))
);
--> statement-breakpoint
CREATE TABLE "slug_redirects" (
	"noun" text NOT NULL,
	"slug" text NOT NULL,
	"record_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slug_redirects_noun_slug_pk" PRIMARY KEY("noun","slug")
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"category_id" uuid,
	"whatsapp_contact" text NOT NULL,
	"email" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"distributor" text DEFAULT '' NOT NULL,
	"submission_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "suppliers_status_check" CHECK (status in ('pending','approved','declined'))
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "unit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "pieces" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt_items" ADD COLUMN "unit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt_items" ADD COLUMN "pieces" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "order_multiple" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "pieces" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "piece_price_kobo" bigint GENERATED ALWAYS AS (round(coalesce(discount_price_kobo, price_kobo)::numeric / pieces)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_steps" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "larger_units" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "cost_kobo" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "option_values" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "brand" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sku" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "barcode" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_grams" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "length_mm" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "width_mm" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "height_mm" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "country_of_origin" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "nafdac_number" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "best_before" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "attributes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" drop column "search";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', plain_letters(name || ' ' || unit)), 'A') || setweight(to_tsvector('english', plain_letters(distributor || ' ' || brand)), 'B') || setweight(to_tsvector('english', plain_letters(left(description, 5000))), 'C')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_order_offer_lines" ADD CONSTRAINT "custom_order_offer_lines_offer_id_custom_order_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."custom_order_offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_order_offer_lines" ADD CONSTRAINT "custom_order_offer_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_order_offers" ADD CONSTRAINT "custom_order_offers_custom_order_id_custom_orders_id_fk" FOREIGN KEY ("custom_order_id") REFERENCES "public"."custom_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD CONSTRAINT "custom_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "blog_posts_slug_key" ON "blog_posts" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "blog_posts_published_idx" ON "blog_posts" USING btree ("published","published_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "contact_messages_submission_id_key" ON "contact_messages" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "contact_messages_created_at_idx" ON "contact_messages" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_messages_unread_idx" ON "contact_messages" USING btree ("created_at" DESC NULLS LAST) WHERE not is_read;--> statement-breakpoint
CREATE INDEX "custom_order_offer_lines_offer_id_idx" ON "custom_order_offer_lines" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "custom_order_offers_custom_order_id_idx" ON "custom_order_offers" USING btree ("custom_order_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "custom_order_offers_open_key" ON "custom_order_offers" USING btree ("custom_order_id") WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "custom_orders_access_token_key" ON "custom_orders" USING btree ("access_token");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_orders_submission_id_key" ON "custom_orders" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "custom_orders_created_at_idx" ON "custom_orders" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "custom_orders_user_id_idx" ON "custom_orders" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_submission_id_key" ON "suppliers" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "suppliers_status_idx" ON "suppliers" USING btree ("status","name");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_group_id_product_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."product_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_group_id_idx" ON "products" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "products_brand_idx" ON "products" USING btree ("brand","unavailable","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku_key" ON "products" USING btree (lower(sku));--> statement-breakpoint
CREATE INDEX "products_search_idx" ON "products" USING gin ("search");--> statement-breakpoint
CREATE INDEX "products_barcode_idx" ON "products" USING btree ("barcode");--> statement-breakpoint
CREATE UNIQUE INDEX "products_option_values_key" ON "products" USING btree ("group_id","option_values") WHERE group_id is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_order_multiple_check" CHECK (order_multiple >= 1 and min_order % order_multiple = 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_pieces_check" CHECK (pieces >= 1);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_price_steps_check" CHECK (price_steps = '[]' or price_steps_valid(price_steps, min_order, coalesce(discount_price_kobo, price_kobo)));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_larger_units_check" CHECK (larger_units = '[]' or larger_units_valid(larger_units, pieces));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_option_values_check" CHECK (option_values = '{}' or option_values_valid(option_values));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_attributes_check" CHECK (attributes = '[]' or attributes_valid(attributes));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_barcode_check" CHECK (barcode is null or gtin_valid(barcode));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_cost_kobo_check" CHECK (cost_kobo is null or cost_kobo >= 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_sizes_check" CHECK (coalesce(weight_grams, 1) > 0 and coalesce(length_mm, 1) > 0 and coalesce(width_mm, 1) > 0 and coalesce(height_mm, 1) > 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_country_of_origin_check" CHECK (country_of_origin is null or country_of_origin ~ '^[A-Z]{2}$');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_products_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
  changed integer;
BEGIN
  SELECT count(*), string_agg(o.id::text, ',') INTO changed, ids
  FROM old_rows o JOIN new_rows n USING (id)
  WHERE
        (o.name, o.slug, o.description, o.category_id, o.top_category_id, o.price_kobo, o.discount_price_kobo,
         o.min_order, o.unit, o.images, o.distributor, o.featured, o.best_seller, o.new_arrival, o.created_at,
         o.order_multiple, o.pieces, o.price_steps, o.larger_units, o.group_id, o.option_values, o.brand, o.sku,
         o.barcode, o.weight_grams, o.length_mm, o.width_mm, o.height_mm, o.country_of_origin, o.nafdac_number,
         o.best_before, o.attributes)
    IS DISTINCT FROM
        (n.name, n.slug, n.description, n.category_id, n.top_category_id, n.price_kobo, n.discount_price_kobo,
         n.min_order, n.unit, n.images, n.distributor, n.featured, n.best_seller, n.new_arrival, n.created_at,
         n.order_multiple, n.pieces, n.price_steps, n.larger_units, n.group_id, n.option_values, n.brand, n.sku,
         n.barcode, n.weight_grams, n.length_mm, n.width_mm, n.height_mm, n.country_of_origin, n.nafdac_number,
         n.best_before, n.attributes);
  IF changed > 200 THEN
    PERFORM pg_notify('catalogue', 'all');
    RETURN NULL;
  ELSIF changed > 0 THEN
    PERFORM pg_notify('catalogue', 'product:' || ids);
  END IF;
  SELECT count(*), string_agg(o.id::text, ',') INTO changed, ids
  FROM old_rows o JOIN new_rows n USING (id) WHERE o.stock_quantity <> n.stock_quantity;
  IF changed > 200 THEN
    PERFORM pg_notify('catalogue', 'all');
  ELSIF changed > 0 THEN
    PERFORM pg_notify('catalogue', 'stock:' || ids);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION notify_product_group_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
BEGIN
  SELECT string_agg(id::text, ',') INTO ids FROM products WHERE group_id = NEW.id;
  IF ids IS NOT NULL THEN
    PERFORM pg_notify('catalogue', CASE WHEN length(ids) > 7400 THEN 'all' ELSE 'product:' || ids END);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_groups_updated AFTER UPDATE ON product_groups FOR EACH ROW EXECUTE FUNCTION notify_product_group_updated();
