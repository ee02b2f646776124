-- Functions and triggers of the tables in orders.ts.

-- Numbers the changes of one person's orders in the order in which they commit: the lock is held until the transaction
-- ends, so a lower number can never become visible after a higher one. Clocks tie and run apart between servers, and a
-- bare sequence is drawn before the commit; a reader that asks for "greater than the last I saw" would lose changes.
CREATE OR REPLACE FUNCTION number_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
    NEW.updated_at := clock_timestamp();
  END IF;
  IF NEW.user_id IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(71403, hashtext(NEW.user_id::text));
    NEW.change_no := nextval('order_changes');
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_numbered BEFORE INSERT OR UPDATE ON orders
  FOR EACH ROW EXECUTE FUNCTION number_order_change();

-- Only a hint to look: whoever listens reads what is new by its number, so a lost or repeated notification does no harm.
CREATE OR REPLACE FUNCTION notify_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object('id', NEW.id, 'user_id', NEW.user_id, 'at', NEW.change_no)::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_inserted AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION notify_order();

CREATE OR REPLACE TRIGGER orders_updated AFTER UPDATE ON orders
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION notify_order();

-- Staff hear of every order, also of a guest's; equal notifications of one transaction are sent once.
CREATE OR REPLACE FUNCTION notify_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('staff', 'orders');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_for_staff AFTER INSERT OR UPDATE OR DELETE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION notify_staff();

-- Totals of each day for the overview -------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION add_order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_totals AS t (day, slot, orders, kept_kobo)
  SELECT (created_at AT TIME ZONE 'Africa/Lagos')::date, pg_backend_pid() % 16, count(*),
    coalesce(sum(total_amount_kobo - refunded_kobo) FILTER (WHERE payment_status = 'paid'), 0)
  FROM new_rows GROUP BY 1 ORDER BY 1
  ON CONFLICT (day, slot) DO UPDATE SET orders = t.orders + excluded.orders, kept_kobo = t.kept_kobo + excluded.kept_kobo;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_totals_inserted AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION add_order_totals();

CREATE OR REPLACE FUNCTION subtract_order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_totals AS t (day, slot, orders, kept_kobo)
  SELECT (created_at AT TIME ZONE 'Africa/Lagos')::date, pg_backend_pid() % 16, -count(*),
    -coalesce(sum(total_amount_kobo - refunded_kobo) FILTER (WHERE payment_status = 'paid'), 0)
  FROM old_rows GROUP BY 1 ORDER BY 1
  ON CONFLICT (day, slot) DO UPDATE SET orders = t.orders + excluded.orders, kept_kobo = t.kept_kobo + excluded.kept_kobo;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_totals_deleted AFTER DELETE ON orders REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION subtract_order_totals();

-- A change of status alone moves no money and writes nothing.
CREATE OR REPLACE FUNCTION change_order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_totals AS t (day, slot, orders, kept_kobo)
  SELECT (created_at AT TIME ZONE 'Africa/Lagos')::date, pg_backend_pid() % 16, sum(part), coalesce(sum(part *
    (total_amount_kobo - refunded_kobo)) FILTER (WHERE payment_status = 'paid'), 0)
  FROM (SELECT 1 AS part, created_at, total_amount_kobo, refunded_kobo, payment_status FROM new_rows
    UNION ALL SELECT -1, created_at, total_amount_kobo, refunded_kobo, payment_status FROM old_rows) both_rows
  GROUP BY 1 HAVING sum(part) <> 0 OR coalesce(sum(part * (total_amount_kobo - refunded_kobo))
    FILTER (WHERE payment_status = 'paid'), 0) <> 0 ORDER BY 1
  ON CONFLICT (day, slot) DO UPDATE SET orders = t.orders + excluded.orders, kept_kobo = t.kept_kobo + excluded.kept_kobo;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_totals_updated AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION change_order_totals();

-- Rows from before these triggers. Creating a trigger has locked the table against writers until the transaction ends.
INSERT INTO order_totals (day, slot, orders, kept_kobo)
SELECT (created_at AT TIME ZONE 'Africa/Lagos')::date, 0, count(*),
  coalesce(sum(total_amount_kobo - refunded_kobo) FILTER (WHERE payment_status = 'paid'), 0)
FROM orders WHERE NOT EXISTS (SELECT FROM order_totals) GROUP BY 1;
