import { formatCount } from "#app/lib/money.ts";
import type { HealthFigures } from "./figures.ts";

/** From this number of products on the embedded database, which serves one request at a time, is too slow. */
const MOST_EMBEDDED = 100_000;

type Judged = { state: "good" | "warning"; text: string; todo?: string };

/** How the index of products stands, from which listings are made. */
export function judgeListings({ listings, database }: HealthFigures): Judged {
  const { products, isReady, loaded } = listings;
  if (!isReady)
    return {
      state: "warning",
      text: `The products are being read: ${formatCount(loaded ?? 0)} are read so far. Listings wait for it.`,
      todo: "Look again in a minute: a million products take about one. If it stays so, see the log for the reason.",
    };
  const known = `${formatCount(products)} ${products === 1 ? "product is" : "products are"} in listings.`;
  if (loaded !== null)
    return {
      state: "good",
      text: `${known} They are compared with the database: ${formatCount(loaded)} so far. Until the end of that, listings may have an earlier order.`,
    };
  if (database.kind === "pglite" && products >= MOST_EMBEDDED)
    return {
      state: "warning",
      text: `${known} From ${formatCount(MOST_EMBEDDED)} products on, the embedded database is too slow.`,
      todo: "Move the shop to PostgreSQL: npm run move -- postgres://…",
    };
  return { state: "good", text: known };
}
