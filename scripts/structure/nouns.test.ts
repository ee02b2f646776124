import { expect, test } from "vitest";
import { nouns } from "./nouns.ts";
import { projectFrom } from "./project.ts";

const named = (path: string, text: string) => nouns(projectFrom({ [path]: text })).map(({ message }) => message);

test.each([
  ["app/lib/money.ts", "export const MAX_STOCK = 1;", "stock"],
  ["app/ui/skeleton.tsx", "export function ProductSkeleton() {}", "product"],
  ["app/platform/slugs.server.ts", "export async function categoriesOf() {}", "category"],
  ["app/platform/limits.server.ts", "export type OrdersLimit = number;", "orders"],
])("%s: %s is refused", (path, text, noun) => {
  expect(named(path, text)).toEqual([expect.stringContaining(`knows a ${noun}`)]);
});

test("features, tests, private names and other words are free", () => {
  expect(named("app/features/orders/rules.ts", "export const ORDER_STATUSES = [];")).toEqual([]);
  expect(named("app/lib/list.test.ts", "export const orders = [];")).toEqual([]);
  expect(named("app/lib/list.ts", "const orders = [];\nexport const reordered = 1, border = 2;")).toEqual([]);
  expect(named("app/platform/provider-settings.server.ts", "export type PaymentMode = string;")).toEqual([]);
});
