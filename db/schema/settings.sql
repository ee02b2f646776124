-- Functions and triggers of the tables in settings.ts.

CREATE OR REPLACE FUNCTION notify_settings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('settings', 'all');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER admin_settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON admin_settings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_settings_changed();
