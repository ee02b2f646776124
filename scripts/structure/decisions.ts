import type { Finding } from "./project.ts";

const INDEX = "README.md";
const RECORD = /^\d{4}-[a-z0-9-]+\.md$/;
const ROW = /^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \| (.+) \|$/gm;
const STATUS = /^(?:in force(?:; a part is replaced by [^;]+)?(?:; continued by [^;]+)?|replaced by [^;]+)$/;

/**
 * Findings about the index of docs/decisions/: each record has one row with its title and status, and the records that
 * replace or continue it exist. `texts`: the files of the folder by name.
 */
export function decisions(texts: Record<string, string>): Finding[] {
  const findings: Finding[] = [];
  const report = (name: string, message: string) =>
    findings.push({ rule: "decisions", file: `docs/decisions/${name}`, message });
  const records = Object.keys(texts).filter((name) => name !== INDEX);
  const numbers = new Set(records.map((name) => name.slice(0, 4)));
  const rows = [...(texts[INDEX] ?? "").matchAll(ROW)];
  const statuses = new Map<string, string>();

  for (const [, number = "", name = "", title = "", status = ""] of rows) {
    if (statuses.has(name)) report(INDEX, `lists ${name} twice`);
    statuses.set(name, status);
    const text = texts[name];
    if (text === undefined) report(INDEX, `lists ${name}, which does not exist`);
    else if (text.split("\n", 1)[0] !== `# ${number} ${title}`) report(INDEX, `has another title than ${name}`);
    if (!STATUS.test(status)) report(INDEX, `gives ${number} the unknown status "${status}"`);
    for (const [, other = ""] of status.matchAll(/\[(\d{4})\]/g)) {
      if (!numbers.has(other) || other === number) report(INDEX, `sends readers of ${number} to ${other}`);
    }
  }
  for (const name of records) {
    if (!RECORD.test(name)) report(name, "is not named like 0001-what-was-decided.md");
    const status = statuses.get(name);
    const replaced = /^Replaced by \[(\d{4})\]/m.exec(texts[name] ?? "")?.[1];
    if (status === undefined) report(name, `is not in docs/decisions/${INDEX}`);
    else if (replaced && !status.startsWith("replaced by"))
      report(INDEX, `must say that ${name} is replaced by ${replaced}`);
    for (const later of replaced ? [] : laterRecords(name, texts[name] ?? "")) {
      if (!status?.includes(`[${later}]`)) report(INDEX, `must name ${later} in the row of ${name}, which links to it`);
    }
  }
  return findings;
}

/** The later records that the paragraph below the title links to: they continue or replace this one. */
function laterRecords(name: string, text: string): string[] {
  const below = text.split("\n\n")[1] ?? "";
  const numbers = [...below.matchAll(/\[(\d{4})\]\(/g)].map(([, number = ""]) => number);
  return numbers.filter((number) => number > name.slice(0, 4));
}
