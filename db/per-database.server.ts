import type { Tx } from "#db/client.server.ts";

type Cached<Value> = {
  /** The value of this database: read once per process, and again after `reset` or a failed reading. */
  current: (db: Tx) => Promise<Value>;
  /** The value that was read last, also before a reset, without asking the database. */
  last: (db: Tx) => Value | undefined;
  reset: () => void;
};

/** Caches what `read` finds, per database; `reset` it when a notice says that it changed. */
export function cachedPerDatabase<Value>(read: (db: Tx) => Promise<Value>): Cached<Value> {
  let cached = new WeakMap<object, Promise<Value>>();
  const last = new WeakMap<object, Value>();
  return {
    current(db) {
      const known = cached.get(db);
      if (known) return known;
      const reading = read(db).then((value) => {
        last.set(db, value);
        return value;
      });
      const readings = cached;
      readings.set(db, reading);
      reading.catch(() => readings.delete(db));
      return reading;
    },
    last: (db) => last.get(db),
    reset() {
      cached = new WeakMap();
    },
  };
}
