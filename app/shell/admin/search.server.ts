import { CUSTOMERS } from "#app/features/customers/components/admin/customers-list.ts";
import { customersPage } from "#app/features/customers/queries/admin-list.server.ts";
import { ORDERS } from "#app/features/orders/components/admin/orders-list.ts";
import { ordersPage } from "#app/features/orders/queries/admin-list.server.ts";
import { orderNumber, orderStatusBadge } from "#app/features/orders/rules.ts";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { productsSource } from "#app/features/products/queries/admin-products.server.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { listHref, readList, recordHref, type ListSpec } from "#app/lib/list.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { listPage } from "#app/platform/list.server.ts";
import type { Db } from "#db/client.server.ts";
import { isSearchable, type PaletteGroup } from "./palette.ts";

/** Maximum number of records per kind. */
const EACH = 5;

/** The records that match a text and that this user may see, by kind; none for a text that is too short. */
export async function findRecords(db: Db, actor: Actor, text: string): Promise<PaletteGroup[]> {
  if (!isSearchable(text)) return [];
  const groups = [
    { name: "Orders", items: can(actor, "orders.view") ? await orders(db, actor, text) : [] },
    { name: "Customers", items: can(actor, "customers.view") ? await customers(db, actor, text) : [] },
    { name: "Products", items: can(actor, "products.view") ? await products(db, actor, text) : [] },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** The list as its search box would show it; record links do not include the list's address. */
function stateOf<Spec extends ListSpec>(spec: Spec, text: string) {
  const plain = readList(spec, new URLSearchParams());
  return { plain, searched: { ...readList(spec, new URLSearchParams({ q: text })), size: EACH } };
}

async function orders(db: Db, actor: Actor, text: string) {
  const { plain, searched } = stateOf(ORDERS, text);
  const { rows } = await ordersPage(db, actor, searched);
  return rows.map((order) => ({
    label: `${orderNumber(order.id)} ${order.customer_name}`,
    note: [
      order.customer_phone,
      order.total_amount_kobo === null ? "" : formatNaira(order.total_amount_kobo),
      orderStatusBadge(order.order_status).label,
    ]
      .filter(Boolean)
      .join(" · "),
    href: recordHref(ORDERS, plain, order.id),
  }));
}

async function customers(db: Db, actor: Actor, text: string) {
  const { plain, searched } = stateOf(CUSTOMERS, text);
  const { rows } = await customersPage(db, actor, searched);
  return rows.map(({ id, name, phone, email }) => ({
    label: name,
    note: [phone, email].filter(Boolean).join(" · "),
    href: recordHref(CUSTOMERS, plain, id),
  }));
}

/** Staff without the right to edit products get a link to the list. */
async function products(db: Db, actor: Actor, text: string) {
  const { plain, searched } = stateOf(PRODUCTS, text);
  const { rows } = await listPage(db, searched, await productsSource(db, searched));
  return rows.map(({ id, name, price_kobo, stock_quantity }) => ({
    label: name,
    note: `${formatNaira(price_kobo)} · ${formatCount(stock_quantity)} in stock`,
    href: can(actor, "products.edit") ? recordHref(PRODUCTS, plain, id) : listHref(PRODUCTS, plain, { q: name }),
  }));
}
