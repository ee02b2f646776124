// Subsets the two fonts to the shop's characters: `node scripts/make-fonts.ts`. The results are committed.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const OUT = join(import.meta.dirname, "../app/styles/fonts");

/** ASCII, the letters of western European names, and the punctuation of the shop's texts. */
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”…•′″€™−×→←↑↓✓`;
/** The naira sign and the letters of Yoruba, Igbo and Hausa that Latin-1 lacks, with their tone marks. */
const NIGERIAN = "₦ṢṣṄṅḾḿŃńǸǹƁɓƊɗƘƙƳƴĀāĒēĪīŌōŪū";
/** Vowels with a dot below are in the Vietnamese subset; their tone marks must be in the same file. */
const DOTTED = "ẠạẸẹỊịỌọỤụ\u0300\u0301\u0304\u0323";

type Cut = { out: string; from: string; text: string; axes: Parameters<typeof subsetFont>[2] };

const INTER = "@fontsource-variable/inter/files/inter";
const BRICOLAGE = "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque";
const text = { wght: { min: 400, max: 700 } };
const heading = { wght: { min: 500, max: 800 } };

const CUTS: Cut[] = [
  { out: "inter-latin.woff2", from: `${INTER}-latin-wght-normal.woff2`, text: LATIN, axes: options(text) },
  { out: "inter-nigerian.woff2", from: `${INTER}-latin-ext-wght-normal.woff2`, text: NIGERIAN, axes: options(text) },
  { out: "inter-dotted.woff2", from: `${INTER}-vietnamese-wght-normal.woff2`, text: DOTTED, axes: options(text) },
  { out: "bricolage-latin.woff2", from: `${BRICOLAGE}-latin-wght-normal.woff2`, text: LATIN, axes: options(heading) },
  {
    out: "bricolage-nigerian.woff2",
    from: `${BRICOLAGE}-latin-ext-wght-normal.woff2`,
    text: NIGERIAN,
    axes: options(heading),
  },
  {
    out: "bricolage-dotted.woff2",
    from: `${BRICOLAGE}-vietnamese-wght-normal.woff2`,
    text: DOTTED,
    axes: options(heading),
  },
];

await mkdir(OUT, { recursive: true });
for (const cut of CUTS) {
  const font = await subsetFont(await readFile(require.resolve(cut.from)), cut.text, cut.axes);
  await writeFile(join(OUT, cut.out), font);
  console.log(`${cut.out}: ${(font.length / 1024).toFixed(1)} KB`);
}

function options(variationAxes: Record<string, { min: number; max: number }>): Cut["axes"] {
  return {
    targetFormat: "woff2",
    variationAxes,
    noHinting: true,
    keepFeatures: ["kern", "mark", "mkmk", "ccmp", "tnum"],
  };
}

function range(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
}
