-- Functions and triggers of the tables in content.ts.

CREATE OR REPLACE FUNCTION notify_blog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP <> 'INSERT' AND OLD.published) OR (TG_OP <> 'DELETE' AND NEW.published) THEN
    PERFORM pg_notify('catalogue', 'all');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER blog_posts_changed AFTER INSERT OR UPDATE OR DELETE ON blog_posts
  FOR EACH ROW EXECUTE FUNCTION notify_blog_changed();

CREATE OR REPLACE TRIGGER blog_posts_slug AFTER UPDATE OF slug ON blog_posts
  FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION remember_slug('post');
