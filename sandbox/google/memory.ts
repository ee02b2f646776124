import { LRUCache } from "lru-cache";
import type { Adapter, AdapterPayload } from "oidc-provider";

const MAX_ENTRIES = 2_000;

/**
 * Storage in memory for one provider. Sessions are never stored: the page asks for the identity at every sign-in, so
 * that one browser can be several users.
 */
export function memoryStorage(): (model: string) => Adapter {
  const entries = new LRUCache<string, AdapterPayload>({ max: MAX_ENTRIES });
  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresIn) {
        if (model === "Session") return;
        entries.set(key(id), payload, { ttl: (expiresIn || 3_600) * 1000 });
      },
      find: async (id) => entries.get(key(id)),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = entries.get(key(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        entries.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        const all = [...entries.entries()];
        for (const [name, payload] of all) if (payload.grantId === grantId) entries.delete(name);
      },
    };
  };
}
