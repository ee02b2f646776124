import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { can, STAFF_ROLES, type StaffRole } from "#app/features/permissions/rules.ts";
import routes from "#app/routes.ts";
import { ADMIN_PAGES, SYSTEM_PAGES } from "./pages.ts";
import { knownGroups } from "./palette.ts";

const MAIN_PAGES = [
  "Overview",
  "Products",
  "Orders",
  "Custom Orders",
  "Customers",
  "Suppliers",
  "Blog",
  "Messages",
  "Settings",
];

const pathsOf = (entry: RouteConfigEntry, above = ""): string[] => {
  const path = entry.path ? `${above}/${entry.path}` : above;
  return [path, ...(entry.children ?? []).flatMap((child) => pathsOf(child, path))];
};
const addresses = new Set(routes.flatMap((entry) => pathsOf(entry)));
const addressOf = (label: string) => `/admin/${label.toLowerCase().replaceAll(" ", "-")}`;

test("each link of the sidebar leads to a page that exists", () => {
  for (const { to } of [...ADMIN_PAGES, ...SYSTEM_PAGES]) expect(addresses).toContain(to);
});

test("the main pages are in the sidebar, by their names and in their order", () => {
  const shown = ADMIN_PAGES.filter(({ label }) => MAIN_PAGES.includes(label));
  expect(shown.map(({ label }) => label)).toEqual(MAIN_PAGES.filter((label) => addresses.has(addressOf(label))));
  expect(shown.map(({ to }) => to)).toEqual(shown.map(({ label }) => addressOf(label)));
});

const linesFor = (staff_role: StaffRole, typed = "") =>
  knownGroups(typed, (right) => can({ role: "admin", staff_role }, right)).flatMap(({ items }) => items);

test("each command of the palette leads to an existing address, and exports need the right to export", () => {
  for (const { href } of linesFor("owner")) expect(addresses).toContain(href.split("?")[0]);
  const files = STAFF_ROLES.map((role) => linesFor(role, "export").map(({ label }) => label));
  const all = ["Export orders", "Export products", "Export customers", "Export newsletter addresses"];
  expect(files).toEqual([all, all, [], []]);
  expect(linesFor("manager", "undo").map(({ label }) => label)).toEqual(["Bulk changes"]);
  expect(linesFor("packer", "new")).toEqual([]);
});
