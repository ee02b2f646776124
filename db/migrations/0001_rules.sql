CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
CREATE INDEX products_name_trgm_idx ON products USING gin (name gin_trgm_ops);
--> statement-breakpoint
CREATE FUNCTION set_top_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(parent_id, id) INTO NEW.top_category_id FROM categories WHERE id = NEW.category_id;
  IF NEW.category_id IS NULL THEN NEW.top_category_id := NULL; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_top_category BEFORE INSERT OR UPDATE OF category_id, top_category_id ON products
  FOR EACH ROW EXECUTE FUNCTION set_top_category();
--> statement-breakpoint
CREATE FUNCTION check_category_levels() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER categories_levels BEFORE INSERT OR UPDATE OF parent_id ON categories
  FOR EACH ROW EXECUTE FUNCTION check_category_levels();
--> statement-breakpoint
CREATE FUNCTION move_products_with_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET top_category_id = coalesce(NEW.parent_id, NEW.id) WHERE category_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER categories_moved AFTER UPDATE OF parent_id ON categories
  FOR EACH ROW WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION move_products_with_category();
--> statement-breakpoint
CREATE FUNCTION notify_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'all');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION notify_products_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
  changed integer;
BEGIN
  IF EXISTS (
    SELECT 1 FROM old_rows o JOIN new_rows n USING (id)
    WHERE (o.name, o.slug, o.description, o.category_id, o.top_category_id, o.price_kobo, o.discount_price_kobo, o.min_order, o.unit,
           o.images, o.distributor, o.featured, o.best_seller, o.new_arrival, o.created_at)
      IS DISTINCT FROM
          (n.name, n.slug, n.description, n.category_id, n.top_category_id, n.price_kobo, n.discount_price_kobo, n.min_order, n.unit,
           n.images, n.distributor, n.featured, n.best_seller, n.new_arrival, n.created_at)
  ) THEN
    PERFORM pg_notify('catalogue', 'all');
    RETURN NULL;
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
CREATE TRIGGER products_inserted AFTER INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();
--> statement-breakpoint
CREATE TRIGGER products_deleted AFTER DELETE ON products FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();
--> statement-breakpoint
CREATE TRIGGER products_updated AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_updated();
--> statement-breakpoint
CREATE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();
--> statement-breakpoint
CREATE FUNCTION refresh_search_words() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_words;
  INSERT INTO search_words (word, products)
  SELECT word, count(*) FROM (
    SELECT DISTINCT p.id, w.word
    FROM products p, LATERAL regexp_split_to_table(lower(p.name), '[^a-z0-9]+') AS w(word)
  ) words
  WHERE length(word) >= 3
  GROUP BY word;
END $$;
