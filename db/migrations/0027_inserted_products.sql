CREATE OR REPLACE FUNCTION notify_products_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
  inserted integer;
BEGIN
  SELECT count(*), string_agg(id::text, ',') INTO inserted, ids FROM new_rows;
  IF inserted > 200 THEN
    PERFORM pg_notify('catalogue', 'listing');
  ELSIF inserted > 0 THEN
    PERFORM pg_notify('catalogue', 'listing:' || ids);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER products_inserted ON products;
--> statement-breakpoint
CREATE TRIGGER products_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_inserted();
