-- Functions and triggers of the tables in requests.ts.

-- /suppliers is a listing of the page cache, and follows what an admin approves, changes and deletes.
CREATE OR REPLACE FUNCTION notify_suppliers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'listing');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER suppliers_changed AFTER INSERT OR UPDATE OR DELETE ON suppliers
  FOR EACH STATEMENT EXECUTE FUNCTION notify_suppliers_changed();
