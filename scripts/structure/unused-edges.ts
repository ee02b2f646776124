import { FEATURE_GRAPH, featureOf } from "./feature-graph.ts";
import { isTest, type Check } from "./project.ts";
import { ownerOfTable, tableUses } from "./table-owners.ts";

/** Every declared edge between features is used, by an import or by the name of a table. */
export function unusedEdges(
  graph: Record<string, readonly string[]> = FEATURE_GRAPH,
  ownerOf: (table: string) => string | undefined = ownerOfTable,
): Check {
  return (project) => {
    const used = new Set<string>();
    for (const { path, imports } of project.values()) {
      if (isTest(path)) continue;
      for (const target of imports) used.add(`${featureOf(path)} -> ${featureOf(target.path)}`);
    }
    for (const { path, names } of tableUses(project))
      for (const table of names.named) used.add(`${featureOf(path)} -> ${ownerOf(table)}`);
    const features = new Set([...project.keys()].map(featureOf));
    return Object.entries(graph)
      .filter(([from]) => features.has(from))
      .flatMap(([from, targets]) => targets.map((to) => `${from} -> ${to}`))
      .filter((edge) => !used.has(edge))
      .map((edge) => ({
        rule: "feature-graph",
        file: "scripts/structure/feature-graph.ts",
        message: `declares ${edge}, which neither an import nor a table uses`,
      }));
  };
}
