import { expect, test } from "vitest";
import { changeList, defineList, listHref, listQuery, readList, readSelection, recordHref, viewQuery } from "./list.ts";

const THINGS = defineList({
  name: "things",
  path: "/admin/things",
  noun: "things",
  search: "Search by name",
  filters: {
    status: {
      kind: "choice",
      label: "Status",
      options: [
        { value: "open", label: "Open" },
        { value: "done", label: "Done" },
      ],
    },
    from: { kind: "date", label: "From" },
    category: { kind: "reference", label: "Category" },
    low: { kind: "choice", label: "Stock", options: [{ value: "1", label: "Low" }] },
  },
  columns: { name: { label: "Name", sort: "name" }, created: { label: "Created", sort: "created" } },
  sorts: { name: "Name", created: "Created" },
  sort: "-created",
});
const read = (query: string, view = null as Parameters<typeof readList>[2]) =>
  readList(THINGS, new URLSearchParams(query), view);

test.each([
  ["", {}],
  [
    "status=open&from=2026-11-01&category=grocery&low=1",
    {
      status: "open",
      from: "2026-11-01",
      category: "grocery",
      low: "1",
    },
  ],
  ["status=lost&from=yesterday&category=a/b&low=yes", {}],
  ["from=2026-13-45&status=&unknown=1", {}],
  ["from=2026-02-29", {}],
  ["from=2028-02-29", { from: "2028-02-29" }],
])("of %s the filters that make sense are kept", (query, filters) => {
  expect(read(query).filters).toEqual(filters);
});

test("search, sort, page and size that make no sense fall back", () => {
  expect(read("q=%00%0A rice %E2%80%8B&sort=-name&page=3&size=50")).toMatchObject({
    q: "rice",
    sort: "-name",
    page: 3,
    size: 50,
  });
  expect(read(`q=${"x".repeat(300)}`).q).toHaveLength(100);
  for (const query of ["sort=price", "sort=--name", "page=0", "page=1.5", "page=x", "page=99999999", "size=7"]) {
    expect(read(query)).toMatchObject({ sort: "-created", page: 1, size: 10 });
  }
});

test("an address says only what does not go without saying, and reads back to the same state", () => {
  expect(listHref(THINGS, read(""))).toBe("/admin/things");
  const state = read("size=25&page=4&low=1&junk=1&status=done&q=a%26b");
  expect(listHref(THINGS, state)).toBe("/admin/things?q=a%26b&status=done&low=1&size=25&page=4");
  expect(read(listQuery(THINGS, state))).toEqual(state);
  expect(recordHref(THINGS, state, "abc/notes")).toBe(
    "/admin/things/abc/notes?q=a%26b&status=done&low=1&size=25&page=4",
  );
});

test("whatever changes, it begins at the first page; a filter goes with null", () => {
  const state = read("status=done&low=1&page=4");
  expect(listHref(THINGS, state, { sort: "name" })).toBe("/admin/things?status=done&low=1&sort=name");
  expect(listHref(THINGS, state, { page: 5 })).toBe("/admin/things?status=done&low=1&page=5");
  expect(changeList(state, { filters: { status: null } }).filters).toEqual({ low: "1" });
});

test("a saved view is where an address begins: parameters override it, an empty one takes the view's away", () => {
  const view = { id: "v1", name: "Open and low", query: viewQuery(THINGS, read("status=open&low=1&sort=name&page=9")) };
  expect(view.query).toBe("status=open&low=1&sort=name");
  expect(read("view=v1", view)).toMatchObject({ filters: { status: "open", low: "1" }, sort: "name", page: 1 });
  const changed = read("view=v1&status=done&low=&sort=-created&q=rice", view);
  expect(changed).toMatchObject({ filters: { status: "done" }, sort: "-created", q: "rice" });
  expect(listQuery(THINGS, changed)).toBe("view=v1&status=done&low=&sort=-created&q=rice");
  expect(read(listQuery(THINGS, changed), view)).toEqual(changed);
  expect(listQuery(THINGS, read("view=v1", view))).toBe("view=v1");
});

test("a bulk form is for the ticked rows, or for all that match", () => {
  const id = "0badcafe-1111-4222-8333-000000000001";
  const ticked = new URLSearchParams([
    ["id", id],
    ["id", id],
    ["id", "x"],
  ]);
  expect(readSelection(THINGS, ticked)).toEqual({ ids: [id] });
  const all = new URLSearchParams({ all: "1", query: "status=open", id });
  expect(readSelection(THINGS, all)).toEqual({ all: read("status=open") });
});

test("a declaration whose parts do not fit is refused", () => {
  expect(() => defineList({ ...THINGS, sort: "-price" })).toThrow("no sort price");
  expect(() => defineList({ ...THINGS, filters: { page: { kind: "date", label: "x" } } })).toThrow(
    "cannot be called page",
  );
});
