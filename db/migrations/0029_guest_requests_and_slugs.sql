ALTER TABLE "custom_orders" ADD COLUMN "guest_email" text;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD COLUMN "guest_phone" text;--> statement-breakpoint
CREATE INDEX "custom_orders_guest_email_idx" ON "custom_orders" USING btree ("guest_email") WHERE guest_email is not null;--> statement-breakpoint
CREATE INDEX "custom_orders_guest_phone_idx" ON "custom_orders" USING btree ("guest_phone") WHERE guest_phone is not null;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD CONSTRAINT "custom_orders_guest_check" CHECK (user_id is null or (guest_email is null and guest_phone is null));--> statement-breakpoint
UPDATE custom_orders SET
  guest_email = lower(email),
  guest_phone = CASE
    WHEN regexp_replace(phone, '[^0-9]', '', 'g') ~ '^0[789][0-9]{9}$' THEN '+234' || substr(regexp_replace(phone, '[^0-9]', '', 'g'), 2)
    WHEN regexp_replace(phone, '[^0-9]', '', 'g') ~ '^234[789][0-9]{9}$' THEN '+' || regexp_replace(phone, '[^0-9]', '', 'g')
  END
WHERE user_id IS NULL AND email <> '';
--> statement-breakpoint
-- Whatever statement gives a record another slug, the old one leads on: slug_redirects has it.
CREATE FUNCTION remember_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO slug_redirects (noun, slug, record_id) VALUES (TG_ARGV[0], OLD.slug, OLD.id)
  ON CONFLICT (noun, slug) DO UPDATE SET record_id = excluded.record_id, created_at = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_slug AFTER UPDATE OF slug ON products
  FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION remember_slug('product');
--> statement-breakpoint
CREATE TRIGGER categories_slug AFTER UPDATE OF slug ON categories
  FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION remember_slug('category');
--> statement-breakpoint
CREATE TRIGGER blog_posts_slug AFTER UPDATE OF slug ON blog_posts
  FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION remember_slug('post');
--> statement-breakpoint
-- A distributor is a name on products: its page leads to where the product went that left it last.
CREATE FUNCTION remember_distributor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO slug_redirects (noun, slug, record_id) VALUES ('distributor', OLD.distributor, OLD.id)
  ON CONFLICT (noun, slug) DO UPDATE SET record_id = excluded.record_id, created_at = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_distributor AFTER UPDATE OF distributor ON products
  FOR EACH ROW WHEN (OLD.distributor IS DISTINCT FROM NEW.distributor AND OLD.distributor <> '')
  EXECUTE FUNCTION remember_distributor();
