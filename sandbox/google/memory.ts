import type { Adapter, AdapterPayload } from "oidc-provider";

type Entry = { payload: AdapterPayload; until: number };

const MAX_ENTRIES = 2_000;

/**
 * Storage in memory for one provider. Sessions are never kept: the page asks at every sign-in who it is, so that one
 * browser can be several people.
 */
export function memoryStorage(): (model: string) => Adapter {
  const entries = new Map<string, Entry>();
  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    const read = (id: string) => {
      const entry = entries.get(key(id));
      return entry && entry.until > Date.now() ? entry.payload : undefined;
    };
    return {
      async upsert(id, payload, expiresIn) {
        if (model === "Session") return;
        tidy(entries);
        entries.set(key(id), { payload, until: Date.now() + (expiresIn || 3_600) * 1000 });
      },
      find: async (id) => read(id),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = read(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        entries.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [name, { payload }] of entries) if (payload.grantId === grantId) entries.delete(name);
      },
    };
  };
}

/** Drops what has expired and, beyond the limit, the oldest. */
function tidy(entries: Map<string, Entry>): void {
  if (entries.size < MAX_ENTRIES) return;
  for (const [name, { until }] of entries) if (until <= Date.now()) entries.delete(name);
  for (const name of entries.keys()) {
    if (entries.size < MAX_ENTRIES) return;
    entries.delete(name);
  }
}
