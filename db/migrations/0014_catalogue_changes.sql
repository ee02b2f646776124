CREATE OR REPLACE FUNCTION notify_products_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
  changed integer;
BEGIN
  SELECT count(*), string_agg(o.id::text, ',') INTO changed, ids
  FROM old_rows o JOIN new_rows n USING (id)
  WHERE (o.name, o.slug, o.description, o.category_id, o.top_category_id, o.price_kobo, o.discount_price_kobo, o.min_order, o.unit,
         o.images, o.distributor, o.featured, o.best_seller, o.new_arrival, o.created_at)
    IS DISTINCT FROM
        (n.name, n.slug, n.description, n.category_id, n.top_category_id, n.price_kobo, n.discount_price_kobo, n.min_order, n.unit,
         n.images, n.distributor, n.featured, n.best_seller, n.new_arrival, n.created_at);
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
CREATE FUNCTION notify_products_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'listing');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION notify_products_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
DROP TRIGGER products_inserted ON products;
--> statement-breakpoint
DROP TRIGGER products_deleted ON products;
--> statement-breakpoint
CREATE TRIGGER products_inserted AFTER INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION notify_products_inserted();
--> statement-breakpoint
CREATE TRIGGER products_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_products_deleted();
