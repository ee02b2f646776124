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
CREATE TABLE "search_distributors" (
	"name" text PRIMARY KEY NOT NULL,
	"plain_name" text NOT NULL,
	"products" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trade_words" (
	"phrase" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"stems" text GENERATED ALWAYS AS (stem_words(phrase)) STORED NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_newest_idx";--> statement-breakpoint
DROP INDEX "products_price_idx";--> statement-breakpoint
DROP INDEX "products_name_idx";--> statement-breakpoint
DROP INDEX "products_top_newest_idx";--> statement-breakpoint
DROP INDEX "products_top_price_idx";--> statement-breakpoint
DROP INDEX "products_top_name_idx";--> statement-breakpoint
DROP INDEX "products_category_newest_idx";--> statement-breakpoint
DROP INDEX "products_category_price_idx";--> statement-breakpoint
DROP INDEX "products_category_name_idx";--> statement-breakpoint
DROP INDEX "products_distributor_idx";--> statement-breakpoint
DROP INDEX "products_featured_idx";--> statement-breakpoint
DROP INDEX "products_best_seller_idx";--> statement-breakpoint
DROP INDEX "products_new_arrival_idx";--> statement-breakpoint
ALTER TABLE "products" drop column "search";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', plain_letters(name || ' ' || unit)), 'A') || setweight(to_tsvector('english', plain_letters(distributor)), 'B') || setweight(to_tsvector('english', plain_letters(left(description, 5000))), 'C')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "unavailable" boolean GENERATED ALWAYS AS (stock_quantity < min_order) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "sound" text GENERATED ALWAYS AS (sound_key(word)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "stem" text GENERATED ALWAYS AS (stem_words(word)) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "trade_words_stems_key" ON "trade_words" USING btree ("stems");--> statement-breakpoint
CREATE INDEX "search_words_stem_idx" ON "search_words" USING btree ("stem");--> statement-breakpoint
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
CREATE OR REPLACE FUNCTION refresh_search_words() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_words;
  INSERT INTO search_words (word, products)
  SELECT word, count(*) FROM (
    SELECT DISTINCT p.id, w.word
    FROM products p, LATERAL regexp_split_to_table(lower(plain_letters(p.name)), '[^a-z0-9]+') AS w(word)
  ) words
  WHERE length(word) >= 3
  GROUP BY word;
  DELETE FROM search_distributors;
  INSERT INTO search_distributors (name, plain_name, products)
  SELECT distributor, lower(plain_letters(distributor)), count(*) FROM products WHERE distributor <> '' GROUP BY distributor;
END $$;--> statement-breakpoint
SELECT refresh_search_words();
