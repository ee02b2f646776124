import { parseSync } from "vite";
import type { Project, SourceFile } from "./project.ts";

/** Tables that a file names, by Drizzle or in the text of SQL, and those of them that it writes. */
export type TableNames = { named: Set<string>; written: Set<string> };

const SCHEMA = /^db\/schema\//;
/** From elsewhere by alias or path, from db/ itself as "./schema/". */
const SCHEMA_IMPORT = /(^|[#/])db\/schema\/|^\.\/schema\//;
const TABLE = /export const (\w+) = pgTable\(\s*"(\w+)"/g;
const LOOKS_LIKE_SQL = /\b(select|insert into|delete from|update \w+ set|merge into)\b/i;
/** Before a table in SQL: its schema, and quotes. */
const SCHEMA_NAME = `(?:"?public"?\\.)?"?`;
const WRITTEN_BEFORE = /(?:\binsert into|\bdelete from|\bmerge into|\btruncate|(?<!\b(?:for|key|do)\s+)\bupdate)\s+$/i;

/** The tables of db/schema, by the name of their export. */
export function tablesOf(project: Project): Map<string, string> {
  const found = [...project.values()].flatMap(({ path, text }) => (SCHEMA.test(path) ? [...text.matchAll(TABLE)] : []));
  return new Map(found.map(([, name = "", table = ""]) => [name, table]));
}

/**
 * Reads the tables that `file` names: imports from db/schema, also under another name, and names in SQL after from, join,
 * into, update, using and the like, in lists, before a column, or at the start of a fragment.
 */
export function tableNames(file: SourceFile, tables: ReadonlyMap<string, string>): TableNames {
  const named = new Set<string>();
  const written = new Set<string>();
  const { module, program } = parseSync(file.path, file.text);
  const imported = new Map<string, string>();
  for (const { moduleRequest, entries } of module.staticImports) {
    if (!SCHEMA_IMPORT.test(moduleRequest.value)) continue;
    for (const { importName, localName } of entries) {
      const table = tables.get(importName.name ?? "");
      if (table) imported.set(localName.value, table);
      // `import * as tables`: any of the file's may be meant.
      if (importName.kind === "NamespaceObject") for (const each of tables.values()) named.add(each);
    }
  }
  const isLazy = module.dynamicImports.some(({ moduleRequest: { start, end } }) =>
    SCHEMA_IMPORT.test(file.text.slice(start + 1, end - 1)),
  );
  if (isLazy) for (const each of tables.values()) named.add(each);
  for (const table of imported.values()) named.add(table);
  const sql = namesInSql([...tables.values()]);
  visit(program, (node) => {
    const table = writtenByDrizzle(node, imported);
    if (table) written.add(table);
    for (const { text, tag } of textsOf(node, imported)) {
      if (!tag && !LOOKS_LIKE_SQL.test(text)) continue;
      for (const name of sql.named(text)) named.add(name);
      for (const name of sql.written(text)) written.add(name);
    }
  });
  return { named: new Set([...named, ...written]), written };
}

type Node = { type: string; [key: string]: unknown };

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, look);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") look(value as Node);
  for (const each of Object.values(value)) visit(each, look);
}

/** `tx.insert(orders)`, or `{ table: orders }` for a command that deletes from the table it gets: the table, or null. */
function writtenByDrizzle(node: Node, imported: ReadonlyMap<string, string>): string | null {
  if (node.type === "Property" && (node["key"] as { name?: string }).name === "table")
    return imported.get((node["value"] as { name?: string }).name ?? "") ?? null;
  if (node.type !== "CallExpression") return null;
  const callee = node["callee"] as { property?: { name?: string } };
  const [first] = node["arguments"] as { type: string; name?: string }[];
  if (!["insert", "update", "delete"].includes(callee.property?.name ?? "") || first?.type !== "Identifier")
    return null;
  return imported.get(first.name ?? "") ?? null;
}

/** The texts of a node: a template with its expressions as their tables' names or "?", or a string. */
function textsOf(node: Node, imported: ReadonlyMap<string, string>): { text: string; tag: boolean }[] {
  if (node.type === "TaggedTemplateExpression")
    return [{ text: templateText(node["quasi"] as Node, imported), tag: true }];
  if (node.type === "TemplateLiteral") return [{ text: templateText(node, imported), tag: false }];
  return node.type === "Literal" && typeof node["value"] === "string" ? [{ text: node["value"], tag: false }] : [];
}

function templateText(template: Node, imported: ReadonlyMap<string, string>): string {
  const parts = template["quasis"] as { value: { raw: string } }[];
  const between = template["expressions"] as { type: string; name?: string }[];
  return parts
    .map(({ value }, at) => {
      const next = between[at];
      const table = next?.type === "Identifier" ? imported.get(next.name ?? "") : undefined;
      return value.raw + (next ? (table && WRITTEN_BEFORE.test(value.raw) ? table : "?") : "");
    })
    .join("");
}

function namesInSql(tables: readonly string[]) {
  const any = tables.toSorted((a, b) => b.length - a.length).join("|") || "(?!)";
  const places = [
    new RegExp(`\\b(?:from|join|into|update|using|only|table|truncate)\\s+${SCHEMA_NAME}(${any})\\b`, "gi"),
    new RegExp(`(?:\\bfrom\\s+|,\\s*)(${any})\\s+(?:as\\s+)?\\w{1,3}\\b`, "gi"),
    new RegExp(`\\bfrom\\s+(?:\\w+(?:\\s+\\w+)?\\s*,\\s*)+(${any})\\b`, "gi"),
    new RegExp(`\\b(${any})\\.\\w`, "gi"),
    new RegExp(`^\\s*(${any})\\s+(?:\\w+\\s+)?(?:where|join|left|inner)\\b`, "gi"),
  ];
  const writes = new RegExp(
    `(?:\\binsert into|\\bdelete from(?: only)?|\\bmerge into|\\btruncate(?: table)?|(?<!\\b(?:for|key|do)\\s+)\\bupdate(?: only)?)\\s+${SCHEMA_NAME}(${any})\\b`,
    "gi",
  );
  const groups = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = ""]) => name.toLowerCase());
  return {
    named: (text: string) => places.flatMap((place) => groups(text, place)),
    written: (text: string) => groups(text, writes),
  };
}
