-- Functions and triggers of the tables in auth.ts.

-- Sessions that ended, by user; "all" when a statement ends those of very many.
CREATE OR REPLACE FUNCTION notify_sessions_ended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  users uuid[] := (SELECT array_agg(DISTINCT user_id) FROM gone);
BEGIN
  IF cardinality(users) > 100 THEN
    PERFORM pg_notify('sessions', 'all');
  ELSE
    PERFORM pg_notify('sessions', json_build_object('user_id', u)::text) FROM unnest(users) AS u;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sessions_ended AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions_ended();

CREATE OR REPLACE FUNCTION notify_role_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sessions', json_build_object('user_id', NEW.id)::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_role_changed AFTER UPDATE OF role, staff_role, banned ON users FOR EACH ROW
  WHEN ((OLD.role, OLD.staff_role, OLD.banned) IS DISTINCT FROM (NEW.role, NEW.staff_role, NEW.banned))
  EXECUTE FUNCTION notify_role_changed();
