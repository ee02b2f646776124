-- Functions of generated columns, checks and indexes: a change of one is a migration that computes their values anew.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
-- Letters without tone marks, dots and hooks: 'Ẹ̀wà' is 'Ewa', 'ƙwaƙwa' is 'kwakwa'.
CREATE FUNCTION plain_letters(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN octet_length(value) = length(value) THEN value
  ELSE translate(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'), 'ɓɗƙƴƁƊƘƳ', 'bdkyBDKY') END;
--> statement-breakpoint
-- The English stem of each word of a text whose words are separated by single spaces; stop words stay.
CREATE FUNCTION stem_words(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(string_agg(coalesce((ts_lexize('english_stem', word))[1], word), ' ' ORDER BY place), '')
  FROM unnest(string_to_array(value, ' ')) WITH ORDINALITY AS words(word, place)
);
--> statement-breakpoint
-- How a lower-case word sounds, roughly: ph as f, soft c as s, hard c, ck and q as k, z as s, y as i, long vowels as
-- one letter, doubled letters once, no e at the end.
CREATE FUNCTION sound_key(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(regexp_replace(
  translate(regexp_replace(replace(replace(replace(replace(replace(replace(word,
    'ph', 'f'), 'ck', 'k'), 'oa', 'o'), 'ou', 'u'), 'oo', 'u'), 'ea', 'e'), 'c(?=[eiy])', 's', 'g'), 'cqzy', 'kksi'),
  '(.)\1+', '\1', 'g'), '(?<=[^aeiou])e$', '');
--> statement-breakpoint
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
-- Generated from db/schema.
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"user_id" uuid NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"staff_role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_invitations_role_check" CHECK ("staff_invitations"."staff_role" in ('owner','manager','sales','packer'))
);
--> statement-breakpoint
CREATE TABLE "trash" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"content" jsonb NOT NULL,
	"deleted_by" uuid,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_rate_limits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "auth_rate_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "jwks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"country" text DEFAULT 'Nigeria' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"impersonated_by" uuid,
	"auth_method" text,
	"reauthenticated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sso_providers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issuer" text NOT NULL,
	"oidc_config" text,
	"saml_config" text,
	"user_id" uuid,
	"provider_id" text NOT NULL,
	"organization_id" text,
	"domain" text NOT NULL,
	"domain_verified" boolean,
	CONSTRAINT "sso_providers_provider_id_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" uuid NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone_number" text,
	"phone_number_verified" boolean DEFAULT false NOT NULL,
	"role" text DEFAULT 'customer' NOT NULL,
	"staff_role" text,
	"banned" boolean DEFAULT false NOT NULL,
	"ban_reason" text,
	"ban_expires" timestamp with time zone,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"device_epoch" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_phone_number_unique" UNIQUE("phone_number"),
	CONSTRAINT "users_role_check" CHECK ("users"."role" in ('customer','admin')),
	CONSTRAINT "users_staff_role_check" CHECK ("users"."staff_role" in ('owner','manager','sales','packer'))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image_url" text,
	"parent_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"option_names" jsonb NOT NULL,
	"mixed_price_breaks" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "product_groups_option_names_check" CHECK (option_names_valid(option_names))
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"sort_name" text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category_id" uuid,
	"top_category_id" uuid,
	"price_kobo" bigint NOT NULL,
	"discount_price_kobo" bigint,
	"effective_price_kobo" bigint GENERATED ALWAYS AS (coalesce(discount_price_kobo, price_kobo)) STORED NOT NULL,
	"min_order" integer DEFAULT 1 NOT NULL,
	"stock_quantity" integer DEFAULT 0 NOT NULL,
	"unavailable" boolean GENERATED ALWAYS AS (stock_quantity < min_order) STORED NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"order_multiple" integer DEFAULT 1 NOT NULL,
	"pieces" integer DEFAULT 1 NOT NULL,
	"piece_price_kobo" bigint GENERATED ALWAYS AS (round(coalesce(discount_price_kobo, price_kobo)::numeric / pieces)) STORED NOT NULL,
	"price_steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"larger_units" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cost_kobo" bigint,
	"group_id" uuid,
	"option_values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"brand" text DEFAULT '' NOT NULL,
	"sku" text,
	"barcode" text,
	"weight_grams" integer,
	"length_mm" integer,
	"width_mm" integer,
	"height_mm" integer,
	"country_of_origin" text,
	"nafdac_number" text,
	"best_before" date,
	"attributes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"image_alts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"distributor" text DEFAULT '' NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"best_seller" boolean DEFAULT false NOT NULL,
	"new_arrival" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', plain_letters(name || ' ' || unit)), 'A') || setweight(to_tsvector('english', plain_letters(distributor || ' ' || brand)), 'B') || setweight(to_tsvector('english', plain_letters(left(description, 5000))), 'C')) STORED NOT NULL,
	CONSTRAINT "products_price_kobo_check" CHECK (price_kobo >= 0),
	CONSTRAINT "products_discount_price_kobo_check" CHECK (discount_price_kobo is null or (discount_price_kobo >= 0 and discount_price_kobo <= price_kobo)),
	CONSTRAINT "products_min_order_check" CHECK (min_order >= 1),
	CONSTRAINT "products_stock_quantity_check" CHECK (stock_quantity >= 0),
	CONSTRAINT "products_order_multiple_check" CHECK (order_multiple >= 1 and min_order % order_multiple = 0),
	CONSTRAINT "products_pieces_check" CHECK (pieces >= 1),
	CONSTRAINT "products_price_steps_check" CHECK (price_steps = '[]' or price_steps_valid(price_steps, min_order, coalesce(discount_price_kobo, price_kobo))),
	CONSTRAINT "products_larger_units_check" CHECK (larger_units = '[]' or larger_units_valid(larger_units, pieces)),
	CONSTRAINT "products_option_values_check" CHECK (option_values = '{}' or option_values_valid(option_values)),
	CONSTRAINT "products_attributes_check" CHECK (attributes = '[]' or attributes_valid(attributes)),
	CONSTRAINT "products_barcode_check" CHECK (barcode is null or gtin_valid(barcode)),
	CONSTRAINT "products_cost_kobo_check" CHECK (cost_kobo is null or cost_kobo >= 0),
	CONSTRAINT "products_sizes_check" CHECK (coalesce(weight_grams, 1) > 0 and coalesce(length_mm, 1) > 0 and coalesce(width_mm, 1) > 0 and coalesce(height_mm, 1) > 0),
	CONSTRAINT "products_country_of_origin_check" CHECK (country_of_origin is null or country_of_origin ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "search_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE TABLE "search_distributors" (
	"name" text PRIMARY KEY NOT NULL,
	"plain_name" text NOT NULL,
	"products" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"products" integer NOT NULL,
	"sound" text GENERATED ALWAYS AS (sound_key(word)) STORED NOT NULL,
	"stem" text GENERATED ALWAYS AS (stem_words(word)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "synonyms" (
	"phrase" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"stems" text GENERATED ALWAYS AS (stem_words(phrase)) STORED NOT NULL
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
CREATE TABLE "slug_redirects" (
	"noun" text NOT NULL,
	"slug" text NOT NULL,
	"record_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slug_redirects_noun_slug_pk" PRIMARY KEY("noun","slug")
);
--> statement-breakpoint
CREATE TABLE "fetched_pictures" (
	"source" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"fetched_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_file_rows" (
	"file_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"cells" jsonb NOT NULL,
	CONSTRAINT "import_file_rows_file_id_place_pk" PRIMARY KEY("file_id","place")
);
--> statement-breakpoint
CREATE TABLE "import_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"actor_id" uuid,
	"run_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"columns_key" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "mailbox_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid,
	"to_address" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_status_check" CHECK (status in ('queued','sent','dismissed'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"consent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consent_source" text DEFAULT 'form' NOT NULL,
	"confirmed_at" timestamp with time zone,
	"confirmation_sent_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_subscribers_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"product_id" uuid,
	"product_name" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"pieces" integer DEFAULT 1 NOT NULL,
	"product_price_kobo" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"subtotal_kobo" bigint NOT NULL,
	"restocked" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_items_quantity_check" CHECK (quantity > 0),
	CONSTRAINT "order_items_restocked_check" CHECK (restocked between 0 and quantity),
	CONSTRAINT "order_items_subtotal_check" CHECK (subtotal_kobo = product_price_kobo * quantity)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"order_status" text DEFAULT 'processing' NOT NULL,
	"payment_method" text NOT NULL,
	"payment_reference" text NOT NULL,
	"payment_status" text NOT NULL,
	"total_amount_kobo" bigint NOT NULL,
	"shipping_kobo" bigint DEFAULT 0 NOT NULL,
	"discount_kobo" bigint DEFAULT 0 NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_phone" text NOT NULL,
	"shipping_address" text NOT NULL,
	"access_token" text NOT NULL,
	"guest_email" text,
	"guest_phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"change_no" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "orders_order_status_check" CHECK (order_status in ('processing','shipped','delivered','cancelled')),
	CONSTRAINT "orders_guest_check" CHECK (user_id is null or (guest_email is null and guest_phone is null)),
	CONSTRAINT "orders_payment_status_check" CHECK (payment_status in ('paid','pending','refunded')),
	CONSTRAINT "orders_parts_check" CHECK (shipping_kobo >= 0 and discount_kobo >= 0 and total_amount_kobo - shipping_kobo + discount_kobo >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_attempt_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_attempt_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"attempt_id" uuid NOT NULL,
	"product_id" uuid,
	"product_name" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"pieces" integer DEFAULT 1 NOT NULL,
	"product_price_kobo" bigint NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "payment_attempt_items_quantity_check" CHECK (quantity > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"access_token" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"hold" text DEFAULT 'held' NOT NULL,
	"hold_expires_at" timestamp with time zone NOT NULL,
	"visitor" text,
	"user_id" uuid,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_phone" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"shipping_kobo" bigint DEFAULT 0 NOT NULL,
	"discount_kobo" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"fingerprint" text NOT NULL,
	"access_code" text,
	"authorization_url" text,
	"provider_status" text,
	"order_id" uuid,
	"checks" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_attempts_status_check" CHECK (status in ('open','settled','review','closed')),
	CONSTRAINT "payment_attempts_hold_check" CHECK (hold in ('held','sold','released')),
	CONSTRAINT "payment_attempts_amount_check" CHECK (amount_kobo > 0),
	CONSTRAINT "payment_attempts_parts_check" CHECK (shipping_kobo >= 0 and discount_kobo >= 0 and amount_kobo - shipping_kobo + discount_kobo >= 0),
	CONSTRAINT "payment_attempts_visitor_check" CHECK ((status = 'open' and hold = 'held') or visitor is null)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"dedupe_key" text NOT NULL,
	"event" text NOT NULL,
	"reference" text,
	"payload" jsonb NOT NULL,
	"deliveries" integer DEFAULT 1 NOT NULL,
	"handled_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"provider_id" text,
	"request_id" uuid,
	"requested_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"amount_kobo" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_status_check" CHECK (status in ('requested','refused','pending','processing','processed','failed','needs_attention')),
	CONSTRAINT "payment_refunds_taken_check" CHECK (provider_id is not null or status in ('requested','refused')),
	CONSTRAINT "payment_refunds_amount_check" CHECK (amount_kobo > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"order_id" uuid,
	"reason" text NOT NULL,
	"details" jsonb NOT NULL,
	"resolved" boolean DEFAULT false NOT NULL,
	"resolved_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_reviews_reason_check" CHECK (reason in ('wrong_amount','wrong_currency','wrong_domain','duplicate_payment','stock_short','dispute','reversed','refund','offer_withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"attempt_id" uuid,
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_reason_check" CHECK (reason in ('hold','release','late_allocation','import','correction','restock','reopen'))
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
	"checkout_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_order_offers_status_check" CHECK (status in ('open','withdrawn','accepted'))
);
--> statement-breakpoint
CREATE TABLE "custom_orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"guest_email" text,
	"guest_phone" text,
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
	CONSTRAINT "custom_orders_guest_check" CHECK (user_id is null or (guest_email is null and guest_phone is null)),
	CONSTRAINT "custom_orders_status_check" CHECK (status in ('pending','processing','completed','cancelled')),
	CONSTRAINT "custom_orders_quantity_check" CHECK (quantity >= 1)
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
CREATE TABLE "run_rows" (
	"run_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"record_id" uuid,
	"label" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"state" text DEFAULT 'ready' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"pictures" jsonb,
	"pictures_waiting" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "run_rows_run_id_place_pk" PRIMARY KEY("run_id","place"),
	CONSTRAINT "run_rows_state_check" CHECK (state in ('ready','unchanged','refused','applied','changed_meanwhile','failed'))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"noun" text NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'staging' NOT NULL,
	"undo_of" uuid,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"purged_counts" jsonb,
	CONSTRAINT "runs_kind_check" CHECK (kind in ('bulk','import','undo')),
	CONSTRAINT "runs_state_check" CHECK (state in ('staging','preview','applying','done','cancelled'))
);
--> statement-breakpoint
CREATE TABLE "admin_settings" (
	"category" text PRIMARY KEY NOT NULL,
	"settings" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_settings_category_check" CHECK (category in ('general','payment','shipping','email'))
);
--> statement-breakpoint
CREATE TABLE "shop_state" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trash" ADD CONSTRAINT "trash_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_providers" ADD CONSTRAINT "sso_providers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_group_id_product_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."product_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_file_rows" ADD CONSTRAINT "import_file_rows_file_id_import_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."import_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt_items" ADD CONSTRAINT "payment_attempt_items_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt_items" ADD CONSTRAINT "payment_attempt_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_order_offer_lines" ADD CONSTRAINT "custom_order_offer_lines_offer_id_custom_order_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."custom_order_offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_order_offer_lines" ADD CONSTRAINT "custom_order_offer_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_order_offers" ADD CONSTRAINT "custom_order_offers_custom_order_id_custom_orders_id_fk" FOREIGN KEY ("custom_order_id") REFERENCES "public"."custom_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_order_offers" ADD CONSTRAINT "custom_order_offers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD CONSTRAINT "custom_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_rows" ADD CONSTRAINT "run_rows_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_undo_of_runs_id_fk" FOREIGN KEY ("undo_of") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_subject_idx" ON "notes" USING btree ("kind","subject","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notes_author_id_idx" ON "notes" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_key" ON "saved_views" USING btree ("list","user_id",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_user_id_idx" ON "saved_views" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_email_key" ON "staff_invitations" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_token_key" ON "staff_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_invitations_invited_by_idx" ON "staff_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "trash_deleted_at_idx" ON "trash" USING btree ("deleted_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "trash_subject_idx" ON "trash" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "trash_deleted_by_idx" ON "trash" USING btree ("deleted_by");--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_noun_idx" ON "audit_log" USING btree (split_part("action", '.', 1),"at","id");--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "accounts_user_id_idx" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_provider_account_key" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_idx" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "profiles_name_trgm_idx" ON "profiles" USING gin (lower(plain_letters(first_name || ' ' || last_name)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_phone_trgm_idx" ON "profiles" USING gin (regexp_replace(phone, '[^0-9]', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sso_providers_user_id_idx" ON "sso_providers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factors_user_id_idx" ON "two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_customers_idx" ON "users" USING btree ("created_at","id") WHERE role = 'customer';--> statement-breakpoint
CREATE INDEX "users_customer_names_idx" ON "users" USING btree (lower(last_name),lower(first_name),"id") WHERE role = 'customer';--> statement-breakpoint
CREATE INDEX "users_name_trgm_idx" ON "users" USING gin (lower(plain_letters(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_phone_trgm_idx" ON "users" USING gin (regexp_replace(phone_number, '[^0-9]', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "verifications_identifier_idx" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_slug_key" ON "categories" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "categories_parent_id_idx" ON "categories" USING btree ("parent_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "products_slug_key" ON "products" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "products_newest_idx" ON "products" USING btree ("unavailable","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "products_price_idx" ON "products" USING btree ("unavailable","effective_price_kobo","id");--> statement-breakpoint
CREATE INDEX "products_name_idx" ON "products" USING btree ("unavailable","sort_name","id");--> statement-breakpoint
CREATE INDEX "products_top_newest_idx" ON "products" USING btree ("top_category_id","unavailable","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "products_top_price_idx" ON "products" USING btree ("top_category_id","unavailable","effective_price_kobo","id");--> statement-breakpoint
CREATE INDEX "products_top_name_idx" ON "products" USING btree ("top_category_id","unavailable","sort_name","id");--> statement-breakpoint
CREATE INDEX "products_category_newest_idx" ON "products" USING btree ("category_id","unavailable","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "products_category_price_idx" ON "products" USING btree ("category_id","unavailable","effective_price_kobo","id");--> statement-breakpoint
CREATE INDEX "products_category_name_idx" ON "products" USING btree ("category_id","unavailable","sort_name","id");--> statement-breakpoint
CREATE INDEX "products_distributor_idx" ON "products" USING btree ("distributor","unavailable","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_featured_idx" ON "products" USING btree ("unavailable","created_at" DESC NULLS LAST,"id") WHERE featured;--> statement-breakpoint
CREATE INDEX "products_best_seller_idx" ON "products" USING btree ("unavailable","created_at" DESC NULLS LAST,"id") WHERE best_seller;--> statement-breakpoint
CREATE INDEX "products_new_arrival_idx" ON "products" USING btree ("unavailable","created_at" DESC NULLS LAST,"id") WHERE new_arrival;--> statement-breakpoint
CREATE INDEX "products_search_idx" ON "products" USING gin ("search");--> statement-breakpoint
CREATE INDEX "products_group_id_idx" ON "products" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "products_brand_idx" ON "products" USING btree ("brand","unavailable","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku_key" ON "products" USING btree (lower(sku));--> statement-breakpoint
CREATE INDEX "products_barcode_idx" ON "products" USING btree ("barcode");--> statement-breakpoint
CREATE UNIQUE INDEX "products_option_values_key" ON "products" USING btree ("group_id","option_values") WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX "search_words_stem_idx" ON "search_words" USING btree ("stem");--> statement-breakpoint
CREATE UNIQUE INDEX "synonyms_stems_key" ON "synonyms" USING btree ("stems");--> statement-breakpoint
CREATE UNIQUE INDEX "blog_posts_slug_key" ON "blog_posts" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "blog_posts_author_id_idx" ON "blog_posts" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "blog_posts_published_idx" ON "blog_posts" USING btree ("published","published_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "import_files_created_at_idx" ON "import_files" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "import_files_run_id_idx" ON "import_files" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "mailbox_messages_created_at_idx" ON "mailbox_messages" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "mails_order_kind_key" ON "mails" USING btree ("order_id","kind") WHERE kind in ('order_confirmation','welcome_email');--> statement-breakpoint
CREATE INDEX "mails_order_id_idx" ON "mails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "mails_queued_idx" ON "mails" USING btree ("created_at") WHERE status = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscribers_token_key" ON "newsletter_subscribers" USING btree ("token");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_active_idx" ON "newsletter_subscribers" USING btree ("confirmed_at") WHERE confirmed_at is not null and unsubscribed_at is null;--> statement-breakpoint
CREATE INDEX "order_items_order_id_idx" ON "order_items" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_items_product_id_idx" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment_reference_key" ON "orders" USING btree ("payment_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_access_token_key" ON "orders" USING btree ("access_token");--> statement-breakpoint
CREATE INDEX "orders_user_id_idx" ON "orders" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_changes_idx" ON "orders" USING btree ("user_id","change_no");--> statement-breakpoint
CREATE INDEX "orders_newest_idx" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status_idx" ON "orders" USING btree ("order_status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_payment_idx" ON "orders" USING btree ("payment_status","created_at","id","total_amount_kobo");--> statement-breakpoint
CREATE INDEX "orders_buyer_trgm_idx" ON "orders" USING gin (lower(plain_letters(customer_name || ' ' || customer_email)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_phone_trgm_idx" ON "orders" USING gin (regexp_replace(customer_phone, '[^0-9]', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_customer_email_idx" ON "orders" USING btree (lower(customer_email));--> statement-breakpoint
CREATE INDEX "orders_guest_email_idx" ON "orders" USING btree ("guest_email") WHERE guest_email is not null;--> statement-breakpoint
CREATE INDEX "orders_guest_phone_idx" ON "orders" USING btree ("guest_phone") WHERE guest_phone is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempt_items_line_key" ON "payment_attempt_items" USING btree ("attempt_id","product_id");--> statement-breakpoint
CREATE INDEX "payment_attempt_items_product_id_idx" ON "payment_attempt_items" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_reference_key" ON "payment_attempts" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_access_token_key" ON "payment_attempts" USING btree ("access_token");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_order_id_key" ON "payment_attempts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_checkout_id_idx" ON "payment_attempts" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_user_id_idx" ON "payment_attempts" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_next_check_at_idx" ON "payment_attempts" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_open_idx" ON "payment_attempts" USING btree ("created_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "payment_attempts_held_idx" ON "payment_attempts" USING btree ("hold_expires_at") WHERE hold = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_dedupe_key" ON "payment_events" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "payment_events_reference_idx" ON "payment_events" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "payment_events_unhandled_idx" ON "payment_events" USING btree ("created_at") WHERE event = 'charge.success' and handled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_provider_id_key" ON "payment_refunds" USING btree ("provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_request_id_key" ON "payment_refunds" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_unanswered_key" ON "payment_refunds" USING btree ("attempt_id") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "payment_refunds_attempt_id_idx" ON "payment_refunds" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_requested_by_idx" ON "payment_refunds" USING btree ("requested_by");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reviews_once_key" ON "payment_reviews" USING btree ("attempt_id","reason");--> statement-breakpoint
CREATE INDEX "payment_reviews_order_id_idx" ON "payment_reviews" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_reviews_open_idx" ON "payment_reviews" USING btree ("created_at") WHERE not resolved;--> statement-breakpoint
CREATE INDEX "stock_movements_product_id_idx" ON "stock_movements" USING btree ("product_id","created_at");--> statement-breakpoint
CREATE INDEX "stock_movements_attempt_id_idx" ON "stock_movements" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "stock_movements_order_id_idx" ON "stock_movements" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_messages_submission_id_key" ON "contact_messages" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "contact_messages_created_at_idx" ON "contact_messages" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_messages_unread_idx" ON "contact_messages" USING btree ("created_at" DESC NULLS LAST) WHERE not is_read;--> statement-breakpoint
CREATE INDEX "custom_order_offer_lines_offer_id_idx" ON "custom_order_offer_lines" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "custom_order_offer_lines_product_id_idx" ON "custom_order_offer_lines" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_order_offers_checkout_id_key" ON "custom_order_offers" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "custom_order_offers_custom_order_id_idx" ON "custom_order_offers" USING btree ("custom_order_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "custom_order_offers_order_id_idx" ON "custom_order_offers" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_order_offers_open_key" ON "custom_order_offers" USING btree ("custom_order_id") WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "custom_orders_access_token_key" ON "custom_orders" USING btree ("access_token");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_orders_submission_id_key" ON "custom_orders" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "custom_orders_created_at_idx" ON "custom_orders" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "custom_orders_user_id_idx" ON "custom_orders" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "custom_orders_guest_email_idx" ON "custom_orders" USING btree ("guest_email") WHERE guest_email is not null;--> statement-breakpoint
CREATE INDEX "custom_orders_guest_phone_idx" ON "custom_orders" USING btree ("guest_phone") WHERE guest_phone is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_submission_id_key" ON "suppliers" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "suppliers_status_idx" ON "suppliers" USING btree ("status","name");--> statement-breakpoint
CREATE INDEX "suppliers_category_id_idx" ON "suppliers" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "run_rows_state_idx" ON "run_rows" USING btree ("run_id","state","place");--> statement-breakpoint
CREATE INDEX "run_rows_record_id_idx" ON "run_rows" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "run_rows_pictures_idx" ON "run_rows" USING btree ("run_id","place") WHERE pictures_waiting > 0;--> statement-breakpoint
CREATE INDEX "runs_created_at_idx" ON "runs" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_undo_of_idx" ON "runs" USING btree ("undo_of") WHERE undo_of is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_undo_of_key" ON "runs" USING btree ("undo_of") WHERE state in ('applying','done');
--> statement-breakpoint
-- The numbers of `orders.change_no`, drawn by a trigger.
CREATE SEQUENCE order_changes;
--> statement-breakpoint
-- Room in each page for the new version of a changed row: an update of columns without an index writes no index (HOT).
ALTER TABLE products SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE orders SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE payment_attempts SET (fillfactor = 80);
--> statement-breakpoint
-- The digest of the applied functions and triggers of db/schema.
CREATE TABLE drizzle.triggers (hash text PRIMARY KEY);
