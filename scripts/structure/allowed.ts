import type { Finding } from "./project.ts";

/** An allowed finding: the check's rule, the file, and the reason. */
type Allowed = { rule: string; file: string; why: string };
/** `most` is the maximum number of exceptions. It is decreased with every removed entry. */
export type AllowList = { most: number; entries: Allowed[] };

/** Removes allowed findings; an unused entry, one without a reason or one above the maximum is a finding. */
export function withoutAllowed(findings: Finding[], { most, entries }: AllowList): Finding[] {
  const matches = (entry: Allowed, finding: Finding) => entry.rule === finding.rule && entry.file === finding.file;
  const left = findings.filter((finding) => !entries.some((entry) => matches(entry, finding)));
  const report = (message: string) =>
    left.push({ rule: "allow-list", file: "scripts/structure/allowed.json", message });
  for (const entry of entries) {
    if (!findings.some((finding) => matches(entry, finding))) {
      report(`tolerates ${entry.rule} in ${entry.file}, which is no longer needed: remove the entry`);
    }
    if (!entry.why) report(`tolerates ${entry.rule} in ${entry.file} without a reason ("why")`);
  }
  if (entries.length > most) report(`has ${entries.length} entries of at most ${most}: the list may only shrink`);
  if (entries.length < most)
    report(`has ${entries.length} entries: lower "most" from ${most}, so that it cannot grow again`);
  return left;
}
