/** A result line. `met` is null for measurements without a goal. */
export type Figure = { what: string; goal: string; figure: string; met: boolean | null };

/** A measurement without a goal. */
export function information(what: string, figure: string): Figure {
  return { what, goal: "", figure, met: null };
}

/** A benchmark, or a case of one, that failed: it counts as missed. */
export function notMeasured(what: string, error: unknown): Figure {
  return { what, goal: "", figure: `not measured: ${String(error).split("\n")[0]}`, met: false };
}

/** A ratio of at most `most` to `base`: "0.48 x (details)". */
export function ratioFigure(what: string, ratio: number, most: number, base: string, details = ""): Figure {
  return {
    what,
    goal: `<= ${most} x ${base}`.trimEnd(),
    figure: `${ratio.toFixed(2)} x${details && ` (${details})`}`,
    met: ratio <= most,
  };
}

export type Machine = { cores: number; cpu: string; memory: string; node: string; load: string; date: string };

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/**
 * The smallest value that at least `percent` of `values` do not exceed; the median of an even number is the lower
 * middle.
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new Error("Nothing was measured.");
  return value;
}

/** Formatted milliseconds: "8.3 ms", "240 ms", "21.4 s". */
export function time(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms >= 100 ? Math.round(ms) : ms.toFixed(1)} ms`;
}

/** The duration of `work` in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** Bytes in thousands, like the budgets. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} KB`;
}

export function verdict({ met }: Figure): string {
  if (met === null) return "for information";
  return met ? "met" : "MISSED";
}

/** The results of one benchmark, with the machine and its load. */
export type Section = { name: string; machine: Machine; figures: readonly Figure[] };

const HEAD = `# Results of the benchmarks

Written by \`npm run bench\`, a section for each program; \`npm run bench -- NAME\` measures that program alone and writes its
section anew. The goals are budgets of the design; the programs beside this file say how each is measured.

Ratios compare variants that took turns within one run, so other work on the machine touches both sides. Times are of
that machine at that moment: a load far above the number of cores means that other work made them longer.
`;

/** The results as a Markdown page: `page` with the measured sections replaced, in the order of `names`. */
export function resultsPage(page: string, names: readonly string[], measured: readonly Section[]): string {
  const sections = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf("\n")).trim(), `## ${text.trim()}\n`]),
  );
  for (const section of measured) sections.set(section.name, sectionText(section));
  return [HEAD, ...names.flatMap((name) => sections.get(name) ?? [])].join("\n");
}

function sectionText({ name, machine, figures }: Section): string {
  const lines = figures.map((one) => row([one.what, one.goal, one.figure, verdict(one)]));
  const { cores, cpu, memory, load, node, date } = machine;
  return `## ${name}

${date}, ${cores} cores (${cpu}), ${memory} memory, load ${load}, Node ${node}

${row(["what", "goal", "figure", "verdict"])}
|---|---|---|---|
${lines.join("\n")}
`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
