-- Triggers of the tables in shipments.ts.

-- A shipment is part of what the buyer sees of an order, so its change is a change of the order, which streams report.
-- The deletion of old phone numbers leaves the version as it is and is no change for buyers.
CREATE OR REPLACE FUNCTION shipment_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET shipment_changes = shipment_changes + 1
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.order_id ELSE NEW.order_id END;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER shipments_made AFTER INSERT OR DELETE ON shipments
  FOR EACH ROW EXECUTE FUNCTION shipment_changed();

CREATE OR REPLACE TRIGGER shipments_changed AFTER UPDATE ON shipments
  FOR EACH ROW WHEN (NEW.version IS DISTINCT FROM OLD.version) EXECUTE FUNCTION shipment_changed();
