import { importCheck, type Check } from "./project.ts";

/** Every feature, and the features it may import from. A new feature or edge is declared here first. */
export const FEATURE_GRAPH: Record<string, readonly string[]> = {
  auth: ["settings"],
  blog: ["catalog"],
  cart: ["catalog", "settings"],
  catalog: ["runs"],
  checkout: ["cart", "catalog", "orders", "payments", "settings", "site"],
  "custom-orders": ["catalog", "checkout", "orders", "payments", "settings"],
  customers: ["auth", "custom-orders", "orders", "payments", "settings"],
  messages: ["settings"],
  newsletter: ["settings"],
  orders: ["catalog", "settings"],
  payments: ["catalog", "orders"],
  dashboard: ["catalog", "failures"],
  failures: [],
  records: [],
  runs: [],
  settings: ["site"],
  site: [],
  staff: [],
  suppliers: ["catalog", "settings"],
  wishlist: ["cart", "catalog"],
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
