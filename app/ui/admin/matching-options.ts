export type Option = { value: string; label: string };

/** Options shown at once: more are found by typing. */
const MOST = 50;

/** Without case and accents: "Ṣóyínká" is "soyinka". */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The options whose label contains all words of `query`, in their order: those to show, and the number of others. */
export function matchingOptions(options: readonly Option[], query: string): { shown: Option[]; more: number } {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const found = options.filter(({ label }) => words.every((word) => plain(label).includes(word)));
  return { shown: found.slice(0, MOST), more: Math.max(0, found.length - MOST) };
}
