CREATE TABLE "search_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE FUNCTION note_search_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_changes DEFAULT VALUES;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_search_change AFTER INSERT OR DELETE OR UPDATE OF name, distributor ON products
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_change();
--> statement-breakpoint
-- One at a time, so that two refreshes do not insert the same words.
CREATE OR REPLACE FUNCTION refresh_search_words() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(71410);
  DELETE FROM search_changes;
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
END $$;
