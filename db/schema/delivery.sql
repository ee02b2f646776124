-- Triggers of the tables in delivery.ts: every delivery text of the shop is made from them, so each change drops all pages.

CREATE OR REPLACE FUNCTION notify_delivery_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('settings', 'delivery');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER delivery_zones_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON delivery_zones
  FOR EACH STATEMENT EXECUTE FUNCTION notify_delivery_changed();

CREATE OR REPLACE TRIGGER delivery_zone_places_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON delivery_zone_places
  FOR EACH STATEMENT EXECUTE FUNCTION notify_delivery_changed();

CREATE OR REPLACE TRIGGER delivery_methods_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON delivery_methods
  FOR EACH STATEMENT EXECUTE FUNCTION notify_delivery_changed();

CREATE OR REPLACE TRIGGER delivery_calendar_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON delivery_calendar
  FOR EACH STATEMENT EXECUTE FUNCTION notify_delivery_changed();
