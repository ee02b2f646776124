import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { idBytes, RowIds } from "./row-ids.server.ts";

test("rows are found by random and sequential ids; unknown ids have none", () => {
  const numbered = Array.from({ length: 300 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`);
  const ids = [...numbered.slice(0, 200), ...Array.from({ length: 500 }, () => randomUUID())];
  const table = new RowIds();
  for (const [row, id] of ids.entries()) table.set(row, id);
  expect([...table.rowsOf(idBytes(ids))]).toEqual([...ids.keys()]);
  expect([...table.rowsOf(idBytes(ids.slice(40, 42)))]).toEqual([40, 41]);
  expect(Array.from(ids.keys(), (row) => table.idOf(row))).toEqual(ids);
  const unknown = [...numbered.slice(200), randomUUID()];
  expect(new Set(table.rowsOf(idBytes(unknown)))).toEqual(new Set([-1]));
  expect([...new RowIds().rowsOf(idBytes(unknown.slice(0, 2)))]).toEqual([-1, -1]);
  expect(table.rowOf("no id")).toBe(-1);
  const sorted = [...ids.keys()].toSorted((a, b) => table.compare(a, b)).map((row) => ids[row]);
  expect(sorted).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
});

test("ids come and go as in a map", () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.boolean()), { maxLength: 600 });
  fc.assert(
    fc.property(steps, (list) => {
      const table = new RowIds();
      const rows = new Map<string, number>();
      for (const [n, isSet] of list) {
        const id = `${String(n).padStart(8, "0")}-0000-4000-8000-000000000000`;
        const row = rows.get(id);
        if (isSet && row === undefined) {
          const free = Array.from({ length: 50 }, (_, at) => at).find((at) => ![...rows.values()].includes(at)) ?? 0;
          rows.set(id, free);
          table.set(free, id);
        }
        if (!isSet && row !== undefined) {
          rows.delete(id);
          table.remove(row);
        }
        expect(table.rowOf(id)).toBe(rows.get(id) ?? -1);
      }
      for (const [id, row] of rows) expect([table.rowOf(id), table.idOf(row)]).toEqual([row, id]);
    }),
    { numRuns: 100 },
  );
});
