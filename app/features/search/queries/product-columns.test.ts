import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { idBytes, RowsById } from "./product-columns.server.ts";

test("rows are found by random and sequential ids; unknown ids have none", () => {
  const numbered = Array.from({ length: 300 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`);
  const ids = [...numbered.slice(0, 200), ...Array.from({ length: 500 }, () => randomUUID())];
  const table = new RowsById(ids);
  expect([...table.rowsOf(idBytes(ids))]).toEqual([...ids.keys()]);
  expect([...table.rowsOf(idBytes(ids.slice(40, 42)))]).toEqual([40, 41]);
  const unknown = [...numbered.slice(200), randomUUID()];
  expect(new Set(table.rowsOf(idBytes(unknown)))).toEqual(new Set([-1]));
  expect([...new RowsById([]).rowsOf(idBytes(unknown.slice(0, 2)))]).toEqual([-1, -1]);
});
