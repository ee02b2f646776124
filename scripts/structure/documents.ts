import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decisions } from "./decisions.ts";
import { features } from "./features.ts";
import type { Finding } from "./project.ts";
import { ruleNumbersIn } from "./rule-numbers.ts";

const FEATURES = "docs/features.md";
const DECISIONS = "docs/decisions/";

/** Findings about the documents below `root`: the feature list, the index of decisions, rule numbers. */
export function documents(root: string): Finding[] {
  const texts = readDocuments(root);
  const records = Object.entries(texts).flatMap(([path, text]) =>
    path.startsWith(DECISIONS) ? [[path.slice(DECISIONS.length), text]] : [],
  );
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null);
  return [
    ...(texts[FEATURES] === undefined ? [] : features(texts[FEATURES], read)),
    ...decisions(Object.fromEntries(records) as Record<string, string>),
    ...ruleNumbersIn(texts),
  ];
}

/** The texts of all Markdown files at `root` and in docs/, by path with forward slashes. */
function readDocuments(root: string): Record<string, string> {
  const docs = join(root, "docs");
  const names = [
    ...readdirSync(root),
    ...(existsSync(docs) ? readdirSync(docs, { recursive: true, encoding: "utf8" }) : []).map(
      (name) => `docs/${name.replaceAll("\\", "/")}`,
    ),
  ].filter((name) => name.endsWith(".md"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), "utf8")]));
}
