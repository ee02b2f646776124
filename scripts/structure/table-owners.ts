import { FEATURE_GRAPH, featureOf } from "./feature-graph.ts";
import { isTest, type Check, type Finding, type Project } from "./project.ts";
import { tableNames, tablesOf, type TableNames } from "./table-names.ts";

/** The one owner of each table: a feature, app/platform or server/. Only its owner and the listed flows write a table. */
const OWNERS: Record<string, readonly string[]> = {
  accounts: [
    "sessions",
    "accounts",
    "verifications",
    "two_factors",
    "jwks",
    "passkeys",
    "sso_providers",
    "auth_rate_limits",
  ],
  blog: ["blog_posts"],
  "custom-orders": ["custom_orders", "custom_order_offers", "custom_order_offer_lines"],
  delivery: ["delivery_zones", "delivery_zone_places", "delivery_methods", "delivery_calendar"],
  imports: ["runs", "run_rows", "import_files", "import_file_rows", "import_mappings", "fetched_pictures"],
  messages: ["contact_messages"],
  newsletter: ["newsletter_subscribers"],
  orders: ["orders", "order_items", "shipments", "shipment_lines", "order_totals"],
  payments: [
    "payment_attempts",
    "payment_attempt_items",
    "payment_events",
    "payment_reviews",
    "payment_refunds",
    "payment_searches",
  ],
  platform: ["mails", "mailbox_messages", "rate_limits", "slug_redirects"],
  products: ["products", "categories", "product_groups", "stock_movements", "product_stock", "product_totals"],
  records: ["audit_log", "notes", "saved_views", "trash"],
  search: ["search_words", "search_changes", "search_distributors", "synonyms"],
  server: ["shop_state"],
  settings: ["admin_settings"],
  staff: ["staff_invitations"],
  suppliers: ["suppliers"],
  users: ["users", "profiles"],
};

/** Every flow, and the tables that it names itself, beside the commands and queries that it calls. */
const FLOWS: Record<string, readonly string[]> = {
  "app/flows/accept-payment.server.ts": [],
  "app/flows/ask-provider.server.ts": [],
  "app/flows/check-checkout.server.ts": [],
  "app/flows/check-payment.server.ts": ["payment_attempts"],
  "app/flows/claim-guest-records.server.ts": ["orders", "payment_attempts"],
  "app/flows/custom-order-forms.server.ts": [],
  "app/flows/delete-account.server.ts": [
    "mails",
    "newsletter_subscribers",
    "payment_attempts",
    "users",
    "verifications",
  ],
  "app/flows/delete-category.server.ts": ["categories"],
  "app/flows/delete-product.server.ts": ["products"],
  "app/flows/find-payment.server.ts": [],
  "app/flows/make-offer.server.ts": ["custom_order_offer_lines", "custom_order_offers", "products"],
  "app/flows/merge-category.server.ts": ["audit_log", "categories", "products", "slug_redirects", "suppliers"],
  "app/flows/nightly-sweep.server.ts": [
    "auth_rate_limits",
    "mails",
    "rate_limits",
    "sessions",
    "trash",
    "verifications",
  ],
  "app/flows/order-forms.server.ts": [],
  "app/flows/pay-offer.server.ts": [],
  "app/flows/payment-forms.server.ts": [],
  "app/flows/receive-webhook.server.ts": ["payment_events", "payment_reviews"],
  "app/flows/record-refunds.server.ts": ["orders", "payment_refunds", "payment_reviews"],
  "app/flows/refund-order.server.ts": ["payment_attempts", "payment_refunds"],
  "app/flows/restart-payment.server.ts": [],
  "app/flows/restock-order.server.ts": ["order_items"],
  "app/flows/set-order-status.server.ts": ["order_items", "orders"],
  "app/flows/settle-payment.server.ts": ["payment_reviews"],
  "app/flows/start-checkout.server.ts": [],
  "app/flows/start-payment.server.ts": [],
  "app/flows/sweep-payments.server.ts": ["payment_attempts"],
  "app/flows/transfer-page.server.ts": [],
};

/** The files of db/ that name tables themselves, with the reason, and these tables. */
const DATABASE: Record<string, readonly string[] | "all"> = {
  // Counts the rows that break a rule between tables of several features.
  "db/invariants.server.ts": [
    "order_items",
    "order_totals",
    "orders",
    "payment_attempt_items",
    "payment_attempts",
    "payment_refunds",
    "payment_reviews",
    "product_stock",
    "product_totals",
    "products",
    "stock_movements",
  ],
  // Hands the tables to Drizzle as its schema, and queries none.
  "db/nesting-guard.server.ts": "all",
  // Completes a table after the migrations, under their lock, before any feature runs.
  "db/product-stock.server.ts": ["product_stock", "products"],
  // The key-value store of platform, server and seeds, which all stand above db/.
  "db/shop-state.server.ts": ["shop_state"],
  // Computes columns of two features anew after the server's stemmer has changed.
  "db/stems.server.ts": ["products", "search_changes", "synonyms"],
};

export type Ownership = {
  owners: Record<string, readonly string[]>;
  flows: Record<string, readonly string[]>;
  database: Record<string, readonly string[] | "all">;
  graph: Record<string, readonly string[]>;
};

const DECLARED: Ownership = { owners: OWNERS, flows: FLOWS, database: DATABASE, graph: FEATURE_GRAPH };
const AREA = /^(app|server)\/.*\.tsx?$|^db\/[^/]+\.server\.ts$/;
const SELF = "scripts/structure/table-owners.ts";

/**
 * Tables are named where their owner's data may be known: a feature names its own, those of the features it declares to
 * import, and those of the platform below it; it writes only its own. Flows and files of db/ name any, and are listed
 * with them. Other folders of app/ name none.
 */
export function tableOwners({ owners, flows, database, graph }: Ownership = DECLARED): Check {
  const ownerOf = new Map(Object.entries(owners).flatMap(([owner, tables]) => tables.map((table) => [table, owner])));
  return (project) => {
    const tables = tablesOf(project);
    const uses = tableUses(project, tables);
    return [
      ...unowned([...tables.values()], ownerOf),
      ...uses.flatMap(({ path, names }) =>
        path.startsWith("app/flows/")
          ? listedFindings(path, names, flows[path])
          : path.startsWith("db/")
            ? listedFindings(path, names, database[path] === "all" ? [...tables.values()] : (database[path] ?? []))
            : useFindings(path, names, ownerOf, graph),
      ),
      ...Object.keys({ ...flows, ...database })
        .filter((path) => tables.size > 0 && !project.has(path))
        .map((path) => finding(SELF, `lists ${path}, which does not exist`)),
    ];
  };
}

/** The tables that each file of app/, server/ and db/ names; tests, schema and seeds are not read. */
export function tableUses(project: Project, tables = tablesOf(project)): { path: string; names: TableNames }[] {
  return [...project.values()].flatMap((file) =>
    AREA.test(file.path) && !isTest(file.path) ? [{ path: file.path, names: tableNames(file, tables) }] : [],
  );
}

/** The owner of a table, or undefined. */
export function ownerOfTable(table: string): string | undefined {
  return Object.keys(OWNERS).find((owner) => OWNERS[owner]?.includes(table));
}

const finding = (file: string, message: string): Finding => ({ rule: "table-owners", file, message });

function unowned(tables: readonly string[], ownerOf: ReadonlyMap<string, string>): Finding[] {
  const missing = tables.filter((table) => !ownerOf.has(table));
  return missing.map((table) => finding(SELF, `names no owner of the table ${table}`));
}

function listedFindings(path: string, { named }: TableNames, listed: readonly string[] | undefined): Finding[] {
  if (!listed) return [finding(path, `is not listed in ${SELF} with the tables that it names`)];
  if ([...named].sort().join() === listed.toSorted().join()) return [];
  return [
    finding(path, `names ${[...named].sort().join(", ") || "no table"}: ${SELF} lists ${listed.join(", ") || "none"}`),
  ];
}

function useFindings(
  path: string,
  { named, written }: TableNames,
  ownerOf: ReadonlyMap<string, string>,
  graph: Ownership["graph"],
): Finding[] {
  const place =
    featureOf(path) ?? (path.startsWith("app/platform/") ? "platform" : path.startsWith("server/") ? "server" : null);
  return [...named].flatMap((table) => {
    const owner = ownerOf.get(table);
    if (!owner || owner === place) return [];
    if (written.has(table))
      return [
        finding(
          path,
          `writes ${table}, a table of ${owner}: call a command of ${owner}, or make it a flow of app/flows`,
        ),
      ];
    const isDeclared = featureOf(path) && (owner === "platform" || graph[place ?? ""]?.includes(owner));
    if (isDeclared) return [];
    const so =
      place === null
        ? "it names no tables"
        : `${place} does not declare ${owner} in scripts/structure/feature-graph.ts`;
    return [finding(path, `names ${table}, a table of ${owner}: ${so}`)];
  });
}
