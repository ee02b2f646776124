ALTER TABLE "mails" DROP CONSTRAINT "mails_status_check";--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_status_check" CHECK (status in ('queued','sent','dismissed'));--> statement-breakpoint
-- Staff hear of every order, also of a guest's; equal notifications of one transaction are sent once.
CREATE FUNCTION notify_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('staff', 'orders');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_for_staff AFTER INSERT OR UPDATE OR DELETE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION notify_staff();
