import { importCheck, type Check } from "./project.ts";

/** Every feature, and the features it may import from. A new feature or edge is declared here first. */
export const FEATURE_GRAPH: Record<string, readonly string[]> = {
  accounts: ["permissions", "records", "settings", "users"],
  activity: [
    "blog",
    "custom-orders",
    "imports",
    "messages",
    "orders",
    "payments",
    "products",
    "records",
    "suppliers",
    "users",
  ],
  blog: ["permissions", "products", "records", "search", "users"],
  cart: ["delivery", "pricing", "products", "settings", "site"],
  checkout: ["cart", "delivery", "orders", "payments", "pricing", "products", "settings"],
  "custom-orders": ["checkout", "orders", "payments", "permissions", "pricing", "records", "settings", "users"],
  customers: ["accounts", "custom-orders", "newsletter", "orders", "payments", "permissions", "settings", "users"],
  dashboard: [
    "custom-orders",
    "failures",
    "messages",
    "orders",
    "payments",
    "permissions",
    "products",
    "suppliers",
    "users",
  ],
  delivery: ["accounts", "imports", "permissions", "pricing", "products", "records", "site", "suppliers"],
  failures: ["permissions", "records"],
  health: ["payments", "permissions", "records", "search"],
  imports: ["orders", "payments", "permissions", "products", "records", "search", "users"],
  messages: ["orders", "permissions", "records", "users"],
  newsletter: ["permissions"],
  orders: ["permissions", "pricing", "products", "records", "settings", "users"],
  payments: ["orders", "permissions", "pricing", "products", "records", "users"],
  permissions: [],
  pricing: [],
  products: ["permissions", "pricing", "records"],
  records: ["permissions", "users"],
  search: ["permissions", "products", "records", "suppliers"],
  settings: ["permissions", "records", "site"],
  site: [],
  staff: ["accounts", "permissions", "records", "users"],
  suppliers: ["permissions", "products", "records", "settings"],
  users: [],
  wishlist: ["cart", "pricing", "products"],
};

/** The feature of a path, or null outside app/features. */
export function featureOf(path: string): string | null {
  return /^app\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** Imports between features follow the declared graph, and the graph has no cycle. */
export function featureGraph(graph: Record<string, readonly string[]> = FEATURE_GRAPH): Check {
  const undeclared = importCheck("feature-graph", (file, { path }) => {
    const [from, to] = [featureOf(file.path), featureOf(path)];
    if (!from || !to || to === from || graph[from]?.includes(to)) return null;
    return `${from} -> ${to} is not declared in scripts/structure/feature-graph.ts. What joins two nouns belongs in app/blocks or in the feature that already imports both`;
  });
  return (project) => [
    ...cyclesIn(graph).map((cycle) => ({
      rule: "feature-graph",
      file: "scripts/structure/feature-graph.ts",
      message: `declares a cycle: ${cycle.join(" -> ")}. One of them must not know the other`,
    })),
    ...undeclared(project),
  ];
}

function cyclesIn(graph: Record<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (node: string, path: string[]): void => {
    const start = path.indexOf(node);
    if (start >= 0) cycles.push([...path.slice(start), node]);
    if (start >= 0 || done.has(node)) return;
    for (const next of graph[node] ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of Object.keys(graph)) visit(node, []);
  return cycles;
}
