// `npm run structure [folder]`: checks the structure of docs/ARCHITECTURE.md and the documents. One line per finding.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import routes from "../app/routes.ts";
import { withoutAllowed, type AllowList } from "./structure/allowed.ts";
import { blocks } from "./structure/blocks.ts";
import { databaseLines } from "./structure/database-lines.ts";
import { demoOnly } from "./structure/demo-only.ts";
import { documents } from "./structure/documents.ts";
import { featureFiles } from "./structure/feature-files.ts";
import { featureGraph } from "./structure/feature-graph.ts";
import { layers } from "./structure/layers.ts";
import { lazyPairs } from "./structure/lazy-pairs.ts";
import { links } from "./structure/links.ts";
import { nouns } from "./structure/nouns.ts";
import { pricing } from "./structure/pricing.ts";
import { readProject } from "./structure/project.ts";
import { routeMap } from "./structure/route-map.ts";
import { ruleNumbers } from "./structure/rule-numbers.ts";
import { serverOnly } from "./structure/server-only.ts";
import { sizes } from "./structure/sizes.ts";
import { tableOwners } from "./structure/table-owners.ts";
import { transactions } from "./structure/transactions.ts";
import { unusedEdges } from "./structure/unused-edges.ts";
import { vocabulary } from "./structure/vocabulary.ts";

const root = resolve(process.argv[2] ?? join(import.meta.dirname, ".."));
const project = readProject(root);
const checks = [
  vocabulary,
  routeMap,
  layers,
  blocks,
  nouns,
  lazyPairs,
  featureGraph(),
  featureFiles,
  serverOnly,
  pricing,
  tableOwners(),
  unusedEdges(),
  transactions,
  demoOnly,
  sizes,
  links(routes),
  ruleNumbers,
];
const findings = withoutAllowed(
  [...checks.flatMap((check) => check(project)), ...documents(root), ...databaseLines(root)],
  readAllowList(join(root, "scripts", "structure", "allowed.json")),
);

for (const { rule, file, message } of findings) console.log(`${rule}: ${file} ${message}`);
console.log(`structure: ${project.size} files, ${findings.length} findings`);
// A folder without sources is an error of the caller.
process.exitCode = findings.length > 0 || project.size === 0 ? 1 : 0;

function readAllowList(path: string): AllowList {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as AllowList) : { most: 0, entries: [] };
}
