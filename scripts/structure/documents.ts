import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { decisions } from "./decisions.ts";
import { features } from "./features.ts";
import type { Finding } from "./project.ts";
import { ruleNumbersIn } from "./rule-numbers.ts";

const FEATURES = "docs/features.md";
const DECISIONS = "docs/decisions/";
/** Documents that say what is: CONTRIBUTING names files of an example, decisions those of their time. */
const PRESENT = /^(?:README|SECURITY|docs\/(?!decisions\/|features).+)\.md$/;
/** A link to a file, without its fragment; addresses of other hosts have a colon. */
const LINK = /\]\(([^():#\s]+)(?:#[^)\s]*)?\)/g;
const PATH = /`((?:app|bench|db|docs|sandbox|scripts|server|tests)\/[\w./@$-]+)`/g;

/** Findings about the documents below `root`: the feature list, the index of decisions, paths, rule numbers. */
export function documents(root: string): Finding[] {
  const texts = readDocuments(root);
  const records = Object.entries(texts).flatMap(([path, text]) =>
    path.startsWith(DECISIONS) ? [[path.slice(DECISIONS.length), text]] : [],
  );
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null);
  return [
    ...(texts[FEATURES] === undefined ? [] : features(texts[FEATURES], read)),
    ...decisions(Object.fromEntries(records) as Record<string, string>),
    ...paths(texts, root),
    ...links(texts, root),
    ...ruleNumbersIn(texts),
  ];
}

/** Files and folders in backticks exist. */
function paths(texts: Record<string, string>, root: string): Finding[] {
  return Object.entries(texts).flatMap(([file, text]) =>
    (PRESENT.test(file) ? [...text.matchAll(PATH)] : [])
      .filter(([, path = ""]) => !existsSync(join(root, path)))
      .map(([, path]) => ({ rule: "documents", file, message: `names ${path}, which does not exist` })),
  );
}

/** Links lead to files and folders that exist. */
function links(texts: Record<string, string>, root: string): Finding[] {
  return Object.entries(texts).flatMap(([file, text]) =>
    [...text.matchAll(LINK)]
      .filter(([, target = ""]) => !existsSync(join(root, dirname(file), target)))
      .map(([, target]) => ({ rule: "documents", file, message: `links to ${target}, which does not exist` })),
  );
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
