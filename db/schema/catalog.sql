-- Functions and triggers of the tables in catalog.ts.

-- Categories ---------------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION check_category_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.parent_id IS NOT NULL AND (
    NEW.parent_id = NEW.id
    OR EXISTS (SELECT 1 FROM categories WHERE id = NEW.parent_id AND parent_id IS NOT NULL)
    OR EXISTS (SELECT 1 FROM categories WHERE parent_id = NEW.id)
  ) THEN
    RAISE EXCEPTION 'categories have two levels' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER categories_levels BEFORE INSERT OR UPDATE OF parent_id ON categories
  FOR EACH ROW EXECUTE FUNCTION check_category_levels();

CREATE OR REPLACE FUNCTION move_products_with_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET top_category_id = coalesce(NEW.parent_id, NEW.id) WHERE category_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER categories_moved AFTER UPDATE OF parent_id ON categories
  FOR EACH ROW WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION move_products_with_category();

CREATE OR REPLACE FUNCTION notify_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'all');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();

-- The top category of products ---------------------------------------------------------------------------------------

-- A table with any BEFORE UPDATE row trigger has all generated columns computed anew by every update, whatever the
-- trigger's own columns are: the search vector too, for each hold of stock. So inserts go before, moves go after.
CREATE OR REPLACE FUNCTION set_top_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(parent_id, id) INTO NEW.top_category_id FROM categories WHERE id = NEW.category_id;
  IF NEW.category_id IS NULL THEN NEW.top_category_id := NULL; END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER products_top_category BEFORE INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION set_top_category();

-- Writers of many products set the top category themselves; each row written again would be a notice of its own.
CREATE OR REPLACE FUNCTION move_product_with_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products p SET top_category_id = c.top
  FROM (SELECT (SELECT coalesce(parent_id, id) FROM categories WHERE id = NEW.category_id) AS top) c
  WHERE p.id = NEW.id AND p.top_category_id IS DISTINCT FROM c.top;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_category_moved AFTER UPDATE OF category_id ON products
  FOR EACH ROW WHEN (OLD.category_id IS DISTINCT FROM NEW.category_id) EXECUTE FUNCTION move_product_with_category();

-- Notices for cached pages and the product index ---------------------------------------------------------------------
-- Payloads on channel 'catalogue': 'all', 'listing', 'listing:<ids>', 'product:<ids>', 'stock:<ids>'. More than 200 ids
-- would exceed the size of a notification.

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

CREATE OR REPLACE TRIGGER products_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_inserted();

CREATE OR REPLACE FUNCTION notify_products_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
  deleted integer;
BEGIN
  SELECT count(*), string_agg(id::text, ',') INTO deleted, ids FROM old_rows;
  IF deleted > 200 THEN
    PERFORM pg_notify('catalogue', 'all');
  ELSIF deleted > 0 THEN
    PERFORM pg_notify('catalogue', 'product:' || ids);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_deleted();

-- A test compares these columns with those of the table. Without the setting a session keeps the plan of its first call:
-- after a change of one row, one of 20,000 would compare each with each.
CREATE OR REPLACE FUNCTION notify_products_updated() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop TO off AS $$
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
         o.best_before, o.attributes, o.image_alts)
    IS DISTINCT FROM
        (n.name, n.slug, n.description, n.category_id, n.top_category_id, n.price_kobo, n.discount_price_kobo,
         n.min_order, n.unit, n.images, n.distributor, n.featured, n.best_seller, n.new_arrival, n.created_at,
         n.order_multiple, n.pieces, n.price_steps, n.larger_units, n.group_id, n.option_values, n.brand, n.sku,
         n.barcode, n.weight_grams, n.length_mm, n.width_mm, n.height_mm, n.country_of_origin, n.nafdac_number,
         n.best_before, n.attributes, n.image_alts);
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

CREATE OR REPLACE TRIGGER products_updated AFTER UPDATE ON products
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_updated();

CREATE OR REPLACE FUNCTION notify_product_group_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
BEGIN
  SELECT string_agg(id::text, ',') INTO ids FROM products WHERE group_id = NEW.id;
  IF ids IS NOT NULL THEN
    PERFORM pg_notify('catalogue', CASE WHEN length(ids) > 7400 THEN 'all' ELSE 'product:' || ids END);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_groups_updated AFTER UPDATE ON product_groups
  FOR EACH ROW EXECUTE FUNCTION notify_product_group_updated();

-- Former slugs and distributor names ---------------------------------------------------------------------------------

-- Whatever statement gives a record another slug, the old one leads on: slug_redirects has it. Also used in content.sql.
CREATE OR REPLACE FUNCTION remember_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO slug_redirects (noun, slug, record_id) VALUES (TG_ARGV[0], OLD.slug, OLD.id)
  ON CONFLICT (noun, slug) DO UPDATE SET record_id = excluded.record_id, created_at = now();
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_slug AFTER UPDATE OF slug ON products
  FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION remember_slug('product');

CREATE OR REPLACE TRIGGER categories_slug AFTER UPDATE OF slug ON categories
  FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION remember_slug('category');

-- A distributor is a name on products: its page leads to where the product went that left it last.
CREATE OR REPLACE FUNCTION remember_distributor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO slug_redirects (noun, slug, record_id) VALUES ('distributor', OLD.distributor, OLD.id)
  ON CONFLICT (noun, slug) DO UPDATE SET record_id = excluded.record_id, created_at = now();
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_distributor AFTER UPDATE OF distributor ON products
  FOR EACH ROW WHEN (OLD.distributor IS DISTINCT FROM NEW.distributor AND OLD.distributor <> '')
  EXECUTE FUNCTION remember_distributor();

-- Stock and number of products for admin lists ----------------------------------------------------------------------

-- 10 is LOW_STOCK of app/features/products/rules.ts; a test compares them.
CREATE OR REPLACE FUNCTION add_product_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_stock (product_id, quantity, is_low)
  SELECT id, stock_quantity, stock_quantity <= 10 OR unavailable FROM new_rows
  ON CONFLICT (product_id) DO UPDATE SET quantity = excluded.quantity, is_low = excluded.is_low;
  INSERT INTO product_totals AS t (slot, products)
  SELECT pg_backend_pid() % 16, count(*) FROM new_rows HAVING count(*) > 0
  ON CONFLICT (slot) DO UPDATE SET products = t.products + excluded.products;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_stock_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION add_product_stock();

CREATE OR REPLACE FUNCTION change_product_stock() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop TO off AS $$
BEGIN
  -- Also a row that `fillProductStock` has not reached yet.
  INSERT INTO product_stock (product_id, quantity, is_low)
  SELECT id, n.stock_quantity, n.stock_quantity <= 10 OR n.unavailable FROM new_rows n JOIN old_rows o USING (id)
  WHERE (o.stock_quantity, o.unavailable) IS DISTINCT FROM (n.stock_quantity, n.unavailable)
  ON CONFLICT (product_id) DO UPDATE SET quantity = excluded.quantity, is_low = excluded.is_low;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_stock_updated AFTER UPDATE ON products
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION change_product_stock();

CREATE OR REPLACE FUNCTION subtract_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_stock s USING old_rows o WHERE s.product_id = o.id;
  INSERT INTO product_totals AS t (slot, products)
  SELECT pg_backend_pid() % 16, -count(*) FROM old_rows HAVING count(*) > 0
  ON CONFLICT (slot) DO UPDATE SET products = t.products + excluded.products;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_total_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION subtract_products();

-- Those from before these triggers. Creating a trigger has locked the table against writers until the transaction ends.
INSERT INTO product_totals (slot, products)
SELECT 0, count(*) FROM products HAVING count(*) > 0 AND NOT EXISTS (SELECT FROM product_totals);

-- The words of product names -----------------------------------------------------------------------------------------

-- Each change of a name or distributor is recorded as before and after. A row without either asks for all to be counted.
CREATE OR REPLACE FUNCTION note_search_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_changes (name_after, distributor_after) SELECT name, distributor FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO search_changes (name_before, distributor_before) SELECT name, distributor FROM old_rows;
  ELSE
    INSERT INTO search_changes (name_before, name_after, distributor_before, distributor_after)
    VALUES (OLD.name, NEW.name, OLD.distributor, NEW.distributor);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_search_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_change();

CREATE OR REPLACE TRIGGER products_search_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_change();

CREATE OR REPLACE TRIGGER products_search_change AFTER UPDATE OF name, distributor ON products
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.distributor IS DISTINCT FROM NEW.distributor)
  EXECUTE FUNCTION note_search_change();

-- The distinct words of a name; none of NULL.
CREATE OR REPLACE FUNCTION words_of_name(name text) RETURNS TABLE (word text) LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT w.word FROM regexp_split_to_table(lower(plain_letters(name)), '[^a-z0-9]+') AS w(word)
  WHERE length(w.word) >= 3
$$;

-- Counts the recorded changes, or everything when that is asked for or costs no more. One at a time, so that two do not
-- count the same changes. A statement deletes the changes that its own snapshot has counted: later ones stay.
CREATE OR REPLACE FUNCTION refresh_search_words() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(71410);
  IF NOT EXISTS (SELECT FROM search_changes) THEN RETURN; END IF;
  IF (
    SELECT count(*) = count(coalesce(name_before, name_after))
      AND 4 * count(*) <= (SELECT coalesce(sum(products), 0) FROM product_totals)
    FROM search_changes
  ) THEN
    WITH changed AS (
      DELETE FROM search_changes WHERE coalesce(name_before, name_after) IS NOT NULL RETURNING *
    ), words AS (
      INSERT INTO search_words AS known (word, products)
      SELECT word, sum(n) FROM (
        SELECT w.word, -1 AS n FROM changed, words_of_name(name_before) w
        UNION ALL SELECT w.word, 1 FROM changed, words_of_name(name_after) w
      ) counted GROUP BY word HAVING sum(n) <> 0
      ON CONFLICT (word) DO UPDATE SET products = known.products + excluded.products
    )
    INSERT INTO search_distributors AS known (name, plain_name, products)
    SELECT name, lower(plain_letters(name)), sum(n) FROM (
      SELECT distributor_before AS name, -1 AS n FROM changed UNION ALL SELECT distributor_after, 1 FROM changed
    ) counted WHERE name <> '' GROUP BY name HAVING sum(n) <> 0
    ON CONFLICT (name) DO UPDATE SET products = known.products + excluded.products;
    DELETE FROM search_words WHERE products <= 0;
    DELETE FROM search_distributors WHERE products <= 0;
    RETURN;
  END IF;
  DELETE FROM search_words;
  DELETE FROM search_distributors;
  WITH changed AS (
    DELETE FROM search_changes
  ), words AS (
    INSERT INTO search_words (word, products)
    SELECT w.word, count(*) FROM products p, words_of_name(p.name) w GROUP BY w.word
  )
  INSERT INTO search_distributors (name, plain_name, products)
  SELECT distributor, lower(plain_letters(distributor)), count(*) FROM products WHERE distributor <> '' GROUP BY distributor;
END $$;
