import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { run_rows, runs } from "#db/schema/runs.ts";
import { inTransaction } from "#db/transaction.server.ts";
import type { RunPicture } from "../rules.ts";
import { actorOfRun, type RunTargets } from "./apply.server.ts";

/** Fetches an external picture into the file store; never throws for a bad response. */
export type FetchPicture = (
  source: string,
) => Promise<{ ok: true; address: string } | { ok: false; /** Shown to the admin. */ reason: string }>;

/** Number of records whose pictures are fetched concurrently. */
const AT_ONCE = 4;

/**
 * Fetches the pictures of a run's applied rows, a few rows at a time, each written in its own transaction, so that it
 * can resume after a crash. Stops at `until` (ms); returns whether all are done.
 */
export async function fetchRunPictures(
  { db }: Pick<Shop, "db">,
  targets: RunTargets,
  fetchPicture: FetchPicture,
  { id, until }: { id: string; until: number },
): Promise<boolean> {
  for (;;) {
    const rows = await db
      .select({ place: run_rows.place, pictures: run_rows.pictures })
      .from(run_rows)
      .where(and(eq(run_rows.run_id, id), eq(run_rows.state, "applied"), gt(run_rows.pictures_waiting, 0)))
      .orderBy(asc(run_rows.place))
      .limit(AT_ONCE);
    if (rows.length === 0) return true;
    if (Date.now() >= until) return false;
    await Promise.all(
      rows.map(async ({ place, pictures }) => {
        const fetched = await fetchAll(pictures ?? [], fetchPicture);
        await inTransaction(db, (tx) => writeRow(tx, targets, id, place, fetched));
      }),
    );
  }
}

async function fetchAll(pictures: readonly RunPicture[], fetchPicture: FetchPicture): Promise<RunPicture[]> {
  const fetched: RunPicture[] = [];
  for (const { source, alt, ...picture } of pictures) {
    const named = alt === undefined ? { source } : { source, alt };
    if (picture.state !== "waiting") {
      fetched.push({ ...named, ...picture });
      continue;
    }
    const result = await fetchPicture(source);
    fetched.push(
      result.ok
        ? { ...named, state: "stored", address: result.address }
        : { ...named, state: "failed", reason: result.reason },
    );
  }
  return fetched;
}

/** Stores the pictures of a row in its record, unless none is pending any more because the run was undone. */
async function writeRow(tx: Tx, targets: RunTargets, id: string, place: number, fetched: RunPicture[]): Promise<void> {
  const [run] = await tx.select().from(runs).where(eq(runs.id, id)).for("share");
  const isRow = and(eq(run_rows.run_id, id), eq(run_rows.place, place), gt(run_rows.pictures_waiting, 0));
  const [row] = await tx.select().from(run_rows).where(isRow).for("update");
  const writePictures = run && targets[run.noun]?.writePictures;
  if (!run || !row || !writePictures) return;
  const result = await writePictures(tx, actorOfRun(run), row, fetched);
  const refused = ({ address: _address, ...picture }: RunPicture, reason: string): RunPicture =>
    picture.state === "failed" ? picture : { ...picture, state: "failed", reason };
  const pictures = result.ok ? fetched : fetched.map((picture) => refused(picture, result.reason));
  const after = result.ok ? { ...row.after, ...result.fields } : row.after;
  await tx
    .update(run_rows)
    .set({ pictures, pictures_waiting: 0, after })
    .where(and(eq(run_rows.run_id, id), eq(run_rows.place, place)));
}

/** Drops pending pictures of an undone run. The caller's transaction has locked the run. */
export async function dropWaitingPictures(tx: Tx, id: string): Promise<void> {
  const dropped = JSON.stringify({ state: "failed", reason: "The import was undone before." });
  await tx.execute(sql`
    update run_rows set pictures_waiting = 0, pictures = (
      select jsonb_agg(case when p ->> 'state' = 'waiting' then p || ${dropped}::jsonb else p end order by n)
      from jsonb_array_elements(pictures) with ordinality as e(p, n))
    where run_id = ${id}::uuid and pictures_waiting > 0`);
}

/** Sets failed pictures of a run to pending again; returns the number of rows. */
export async function awaitFailedPictures(tx: Tx, id: string): Promise<number> {
  const { rows } = await tx.execute(sql`
    update run_rows set
      pictures_waiting = (select count(*) from jsonb_array_elements(pictures) p where p ->> 'state' = 'failed'),
      pictures = (select jsonb_agg(case when p ->> 'state' = 'failed' then (p - 'reason') || '{"state":"waiting"}' else p end order by n)
        from jsonb_array_elements(pictures) with ordinality as e(p, n))
    where run_id = ${id}::uuid and state = 'applied' and pictures @> '[{"state":"failed"}]'
    returning place`);
  return rows.length;
}
