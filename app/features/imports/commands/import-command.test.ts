import { expect, test } from "vitest";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { recordedJobs } from "#tests/fixtures/jobs.ts";
import { sharedDatabase } from "#tests/setup/database.ts";
import { startRun } from "../commands.server.ts";
import { resumeKilled, startRuns } from "../jobs.server.ts";
import { runLock } from "../rules.ts";
import { importFile } from "./import-command.server.ts";
import { previewImport, stageImport } from "./import-file.server.ts";
import { productTarget } from "./product-target.server.ts";

const database = sharedDatabase();
const log = createLogger("silent");

test("a dry run writes nothing; the import writes the same rows with categories and pictures", async () => {
  const { sql } = database();
  const bytes = new TextEncoder().encode(
    [
      "Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Status",
      "cap,Cap,Hats,Size,S,C1,900,https://x.example/cap.png,active",
      "cap,,,,s,C2,950,,",
      "cap,,,,M,C3,950,,",
      "belt,Belt,Belts,,,,x,,active",
      "sock,Sock,Socks,,,,100,,draft",
    ].join("\n"),
  );
  const asked: string[] = [];
  const fetchPicture = (source: string) => {
    asked.push(source);
    return Promise.resolve({ ok: true as const, address: "/files/products/aa/cap.webp" });
  };
  const run = async (apply: boolean) => {
    const rows: string[] = [];
    const onRow: Parameters<typeof importFile>[2]["onRow"] = ({ number, action, label, reason }) =>
      rows.push(`${number} ${action} ${label}: ${reason}`);
    const result = await importFile({ database: database(), log }, fetchPicture, {
      name: "a.csv",
      bytes,
      apply,
      onRow,
    });
    return { rows, result };
  };
  const dry = await run(false);
  expect(dry.rows).toEqual([
    "2 created Cap, S: New. Its category is new.",
    "3 bad Cap, s: Row 3: It has the same options as row 2.",
    "4 created Cap, M: New. Its category is new.",
    "5 bad Belt: Row 5: “x” is not an amount of money.",
    "6 skipped Sock: Skipped: its status is draft.",
  ]);
  const report = { created: 2, updated: 0, unchanged: 0, skipped: 1, bad: 2, rows: 5, categories: ["Hats"] };
  const { waiting, stored } = { waiting: { waiting: 2, stored: 0 }, stored: { waiting: 0, stored: 2 } };
  expect(dry.result).toMatchObject({ ok: true, report: { ...report, hasStock: false, pictures: waiting } });
  for (const table of ["products", "categories", "import_files", "import_mappings", "runs"])
    expect((await sql(`select 1 from ${table}`)).rows, table).toEqual([]);
  expect(asked).toEqual([]);

  const applied = await run(true);
  expect(applied.result).toMatchObject({ ok: true, report: { ...report, pictures: stored } });
  expect(new Set(asked)).toEqual(new Set(["https://x.example/cap.png"]));
  const { rows } = await sql(
    "select p.name, p.images, c.name as category from products p join categories c on c.id = p.category_id order by 1",
  );
  const images = ["/files/products/aa/cap.webp"];
  expect(rows).toEqual([
    { name: "Cap, M", images, category: "Hats" },
    { name: "Cap, S", images, category: "Hats" },
  ]);
  const { rows: runs } = await sql("select state, actor from runs");
  expect(runs).toEqual([{ state: "done", actor: "import" }]);
});

test("the next start finishes the run of a killed command before it looks for new jobs, and no other run", async () => {
  const { db, sql } = database();
  const operator = { system: "import" };
  const bytes = new TextEncoder().encode("Name,Price\nGarri,900");
  const ids: string[] = [];
  for (const name of ["killed.csv", "preview.csv"]) {
    const staged = await stageImport(db, operator, { name, bytes });
    if (!staged.ok) throw new Error(staged.reason);
    const made = await previewImport(db, operator, { id: staged.id, mapping: { name: 0, price: 1 }, mode: "all" });
    if (!made.ok) throw new Error(made.reason);
    ids.push(made.run_id);
  }
  const [killed = ""] = ids;
  await startRun({ db, jobs: { enqueue: () => Promise.resolve() } }, operator, killed);

  const queued: Record<string, unknown>[] = [];
  const states = new Map<string, string[]>();
  let queuedBefore = -1;
  let handle = (_data: Record<string, unknown>): Promise<void> => Promise.reject(new Error("no worker"));
  const jobs: Jobs = {
    ...recordedJobs(),
    enqueue: async (_tx, _queue, data) => void queued.push(data),
    work: async (_queue, work) => {
      handle = work;
      queuedBefore = queued.length;
    },
    poll: () => {},
    states: async (_queue, { id }) => states.get(String(id)) ?? [],
  };
  const shop = { database: database(), db, log, jobs };
  const start = () => startRuns(shop, { product: productTarget }, () => Promise.reject(new Error("none")));
  await start();
  expect(queued.splice(0)).toEqual([{ id: killed, isResumed: true }]);
  expect(queuedBefore).toBe(1);
  // A run that a process works on, and one whose first job waits, are no killed ones.
  await database().ifFree(runLock(killed), async () => void (await start()));
  states.set(killed, ["created"]);
  await start();
  expect(queued).toEqual([]);
  states.clear();
  await handle({ id: killed, isResumed: true });
  expect((await sql("select name from products")).rows).toEqual([{ name: "Garri" }]);
  expect((await sql("select state from runs where resumed_at is not null")).rows).toEqual([{ state: "done" }]);
  await start();
  expect(queued).toEqual([]);
});

test.each<[string, string[], boolean]>([
  ["a job that a process took and nobody works on", ["active"], true],
  ["a job that waits for its first turn", ["created"], false],
  ["a job that is tried again later", ["active", "retry"], false],
  ["no job: a command works on it or did", [], false],
])("%s: its run is resumed or not", async (_, states, isResumed) => {
  const { db, sql } = database();
  const { rows } = await sql(
    "insert into runs (kind, noun, title, state, actor) values ('bulk', 'product', 'x', 'applying', 'admin') returning id",
  );
  const id = String(rows[0]?.["id"]);
  const queued: unknown[] = [];
  const enqueue: Jobs["enqueue"] = async (_tx, _queue, data) => void queued.push(data);
  const jobs = { enqueue, poll: () => {}, states: async () => states } as unknown as Jobs;
  const look = () => resumeKilled({ database: database(), db, jobs });
  await database().ifFree(runLock(id), look);
  expect(queued).toEqual([]);
  await look();
  expect(queued).toEqual(isResumed ? [{ id, isResumed: true }] : []);
});
