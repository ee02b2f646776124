import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PageCache } from "../middleware/page-cache.server.ts";
import { createMetrics } from "./registry.server.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "../../deploy/monitoring", name), "utf8");

type Panel = { title: string; datasource?: { uid: string }; targets?: { expr: string; legendFormat: string }[] };
type Dashboard = {
  id: unknown;
  uid: string;
  panels: Panel[];
  templating: { list: { name: string; type: string; query: unknown }[] };
};
const dashboard = JSON.parse(read("grafana-dashboard.json")) as Dashboard;
const alerts = read("alerts.yml")
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf("\n")),
    expr: /^ {8}expr: (.+)$/m.exec(text)?.[1] ?? "",
    severity: /^ {8}labels: \{ severity: (\w+) \}$/m.exec(text)?.[1],
    summary: /^ {10}summary: (.+)$/m.exec(text)?.[1] ?? "",
    action: /^ {10}action: (.+)$/m.exec(text)?.[1] ?? "",
  }));
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...alerts.map(({ name, expr }) => [name, expr] as const),
];

const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };
const replica = { state: { age_s: 0, problem: null, reads: { replica: 0, primary: 0 } } };
const database = { db: {}, kind: "postgres", pool, isListening: () => true, replica };
const metrics = createMetrics({ database, cache: new PageCache(), version: "0.0.0" } as unknown as Parameters<
  typeof createMetrics
>[0]);
afterAll(() => metrics.close());

/** The labels of every series that the shop exports, by its name. */
const exported = new Map<string, readonly string[]>();
for (const metric of metrics.registry.getMetricsAsArray()) {
  const { name, type, labelNames } = metric as unknown as { name: string; type: string; labelNames: string[] };
  if (type !== "histogram") exported.set(name, labelNames);
  else {
    exported.set(`${name}_bucket`, [...labelNames, "le"]);
    for (const part of ["sum", "count"]) exported.set(`${name}_${part}`, labelNames);
  }
}
/** Prometheus adds these to each series. */
const ADDED = ["job", "instance"];

const namesIn = (text: string) => [...text.matchAll(/\boja_\w+/g)].map(([name]) => name);

/** Each series with the labels that it is selected by. */
function selections(expr: string): { name: string; labels: string[] }[] {
  return [...expr.matchAll(/\b(oja_\w+)(?:\{([^}]*)\})?/g)].map(([, name = "", braces = ""]) => ({
    name,
    labels: [...braces.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
  }));
}

/** The labels that an expression groups or joins by. */
function groupings(expr: string): string[] {
  return [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
}

test.each(expressions)("%s asks for what the shop exports, with its labels", (_, expr) => {
  const asked = selections(expr);
  expect(asked.length + (expr.startsWith("up{") ? 1 : 0)).toBeGreaterThan(0);
  for (const { name, labels } of asked) {
    expect([...exported.keys()]).toContain(name);
    expect([...(exported.get(name) ?? []), ...ADDED]).toEqual(expect.arrayContaining(labels));
  }
  const known = [...asked.flatMap(({ name }) => exported.get(name) ?? []), ...ADDED];
  expect(known).toEqual(expect.arrayContaining(groupings(expr)));
  for (const [open, close] of ["()", "{}", "[]"])
    expect(expr.split(open ?? "").length).toBe(expr.split(close ?? "").length);
});

test("the dashboard can be loaded beside others: no id, a fixed uid, its data source a variable", () => {
  expect(dashboard.id).toBeNull();
  expect(dashboard.uid).toBe("oja-shop");
  expect(dashboard).not.toHaveProperty("__inputs");
  const variables = dashboard.templating.list;
  expect(variables.map(({ name }) => name)).toEqual(["datasource", "job", "instance"]);
  expect(variables[0]).toMatchObject({ type: "datasource", query: "prometheus" });
  for (const { targets, datasource } of dashboard.panels) {
    if (!targets) continue;
    expect(datasource?.uid).toBe("${datasource}");
    for (const { expr } of targets) expect(expr).toContain('job=~"$job",instance=~"$instance"');
  }
  for (const name of variables.flatMap(({ query }) => namesIn(JSON.stringify(query))))
    expect(exported.has(name)).toBe(true);
});

test("legends name labels that the series still have", () => {
  for (const { targets = [] } of dashboard.panels) {
    for (const { expr, legendFormat } of targets) {
      const left =
        groupings(expr).length > 0
          ? groupings(expr)
          : [...selections(expr).flatMap(({ name }) => exported.get(name) ?? []), ...ADDED];
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
      expect(left).toEqual(expect.arrayContaining(shown));
    }
  }
});

test("every alert says what it means and what to do, and how urgent it is", () => {
  expect(alerts.length).toBeGreaterThan(12);
  for (const { name, expr, severity, summary, action } of alerts) {
    expect(expr, name).not.toBe("");
    expect(["page", "ticket"], name).toContain(severity);
    expect(summary.length, name).toBeGreaterThan(15);
    expect(action.length, name).toBeGreaterThan(25);
  }
});

test("every metric of the shop is on the dashboard or in an alert", () => {
  const used = new Set(expressions.flatMap(([, expr]) => namesIn(expr)));
  const unused = [...exported.keys()].filter((name) => !used.has(name) && !/_(sum|count|bucket)$/.test(name));
  expect(unused).toEqual([]);
});
