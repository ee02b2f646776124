import { setImmediate as nextTurn } from "node:timers/promises";
import { and, desc, eq, gt, isNotNull, type SQL } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { productsWhere } from "#app/features/products/queries/admin-products.server.ts";
import type { BulkChange } from "#app/features/products/rules/bulk.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { readList } from "#app/lib/list.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { run_rows, runs } from "#db/schema/runs.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { columnsOf, insertRunRows, PART, type RunsContext } from "../commands.server.ts";
import { BULK_COLUMNS, previewRow, type PreviewResult } from "./bulk.server.ts";

type Question = { change: BulkChange; title: string; query: string; where: SQL | undefined };

/**
 * Stores a bulk change of all products that the list's `query` matches as a question, for more products than a request
 * can compare: a job makes the preview (`stageRun`). Returns the run id.
 */
export async function askQuestion(
  { db, jobs }: RunsContext,
  actor: Actor,
  { change, title, query, where }: Question,
): Promise<PreviewResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  if (change.field === "price" && !change.discounts) {
    const count = await db.$count(products, and(where, isNotNull(products.discount_price_kobo)));
    if (count > 0) return { ok: false, reason: "discounts", count };
  }
  return await inTransaction(db, async (tx) => {
    const [run] = await tx
      .insert(runs)
      .values({ kind: "bulk", noun: "product", title, question: { change, query }, ...columnsOf(actor) })
      .returning({ id: runs.id });
    if (!run) throw new Error("the run was not written");
    await jobs.enqueue(tx, "runs", { id: run.id });
    return { ok: true as const, id: run.id };
  });
}

/**
 * Compares the products of a run's question in steps, by id, which no edit changes: each product that matches when its
 * step comes has one row. After a crash it goes on behind the last row. Returns whether the run had a question.
 */
export async function stageRun(db: Db, id: string, part = PART): Promise<boolean> {
  for (let isAsked = false; ; isAsked = true) {
    const isLeft = await inTransaction(db, (tx) => stageStep(tx, id, part));
    if (isLeft === null) return isAsked;
    // Lets pending requests run between two steps.
    await nextTurn();
  }
}

/** Whether more may come; null if the run has no question. */
async function stageStep(tx: Tx, id: string, part: number): Promise<true | null> {
  const [run] = await tx
    .select({ state: runs.state, question: runs.question })
    .from(runs)
    .where(eq(runs.id, id))
    .for("update");
  if (run?.state !== "staging" || !run.question) return null;
  const change = run.question.change as BulkChange;
  const [last] = await tx
    .select({ place: run_rows.place, record_id: run_rows.record_id })
    .from(run_rows)
    .where(eq(run_rows.run_id, id))
    .orderBy(desc(run_rows.place))
    .limit(1);
  const matches = await productsWhere(tx, readList(PRODUCTS, new URLSearchParams(run.question.query)));
  const found = await tx
    .select(BULK_COLUMNS)
    .from(products)
    .where(and(matches, last?.record_id ? gt(products.id, last.record_id) : undefined))
    .orderBy(products.id)
    .limit(part);
  const rows = found.map((product) => previewRow(product, change));
  if (rows.length > 0) await insertRunRows(tx, id, last?.place ?? 0, rows);
  if (rows.length < part) await tx.update(runs).set({ state: "preview", question: null }).where(eq(runs.id, id));
  return true;
}
