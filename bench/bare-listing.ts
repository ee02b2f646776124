import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

/** A listing as bare as it can be: the rows of a page and their number as JSON. Sent by forkWorker. */
export type BareListingOrder = { databaseUrl: string; category: string };

const FOUND = `from products where top_category_id = (select id from categories where slug = $1) and effective_price_kobo <= $2`;
const ROWS = `select id, name, slug, unit, distributor, images->>0 as image, price_kobo, discount_price_kobo, min_order,
  stock_quantity ${FOUND} order by created_at desc, id desc limit 12`;

process.once("message", ({ databaseUrl, category }: BareListingOrder) => {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const server = createServer((request, response) => {
    const naira = new URLSearchParams(request.url?.split("?")[1]).get("maxPrice");
    const values = [category, Number(naira) * 100];
    const asked = [pool.query(ROWS, values), pool.query(`select count(*) ${FOUND}`, values)];
    void Promise.all(asked).then(([rows, count]) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ rows: rows?.rows, count: count?.rows }));
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
