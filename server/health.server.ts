import { Hono } from "hono";
import type { Shop } from "#app/lib/context.server.ts";

/** `/healthz`: this process answers. `/readyz`: the database answers and its migrations are in. */
export function health(shop: Shop): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok", uptime_s: Math.round(process.uptime()) }));
  app.get("/readyz", async (c) => {
    try {
      const { rows } = await shop.database.sql("select count(*)::int as migrations from drizzle.__drizzle_migrations");
      return c.json({ status: "ready", database: shop.database.kind, migrations: rows[0]?.migrations });
    } catch {
      return c.json({ status: "not ready", database: shop.database.kind }, 503);
    }
  });
  return app;
}
