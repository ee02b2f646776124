import { pipeline } from "node:stream/promises";
import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import type { Connection, Copying } from "./database.ts";

/** COPY as a stream of the connection. */
export const postgresCopying: Copying = {
  copyOut: (client, table, columns) =>
    clientOf(client).query(to(`copy (select ${columns} from ${table}) to stdout`)) as AsyncIterable<Uint8Array>,
  async copyIn(client, table, columns, lines) {
    await pipeline(lines, clientOf(client).query(from(`copy ${table} (${columns}) from stdin`)));
  },
};

/** Only a connection of the driver's own class accepts streams. */
function clientOf(client: Connection): pg.Client {
  if (client instanceof pg.Client) return client;
  throw new Error("COPY needs a connection of withConnection.");
}

/** Pages of 8 kB that are read at once, and bytes that are written at once: they are held in memory. */
const PAGES = 1_000;
const BATCH_BYTES = 8_000_000;
const NEWLINE = 0x0a;

/**
 * COPY of the embedded database, whose adapter for `pg` has no COPY messages: through the virtual file /dev/blob, in
 * parts. The caller holds the only connection, and both use one session, so COPY is part of the open transaction.
 */
export function pgliteCopying(pglite: PGlite): Copying {
  return {
    async *copyOut(client, table, columns) {
      const size = await client.query<{ pages: number }>(
        "select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages",
        [table],
      );
      const pages = size.rows[0]?.pages ?? 0;
      for (let page = 0; page < pages; page += PAGES) {
        const range = `ctid >= '(${page},0)' and ctid < '(${page + PAGES},0)'`;
        const { blob } = await pglite.query(`copy (select ${columns} from ${table} where ${range}) to '/dev/blob'`);
        if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer());
      }
    },
    async copyIn(_client, table, columns, lines) {
      for await (const blob of wholeLines(lines))
        await pglite.query(`copy ${table} (${columns}) from '/dev/blob'`, [], { blob });
    },
  };
}

/** The lines in parts of about `BATCH_BYTES` that end with a line. */
async function* wholeLines(lines: AsyncIterable<Uint8Array>): AsyncIterable<Blob> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of lines) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    bytes += chunk.length;
    if (end === 0 || bytes < BATCH_BYTES) {
      waiting.push(chunk);
      continue;
    }
    yield new Blob([...waiting, chunk.subarray(0, end)] as BlobPart[]);
    waiting = [chunk.slice(end)];
    bytes = chunk.length - end;
  }
  if (bytes > 0) yield new Blob(waiting as BlobPart[]);
}
