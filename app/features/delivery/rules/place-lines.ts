import { lgasOf, placeName } from "#app/lib/lgas.ts";
import { STATE_NAMES, type StateCode } from "#app/lib/nigeria.ts";

/** Codes of all places by their name in lower case: "lagos", "ikeja, lagos". */
function placesByName(): Map<string, string> {
  const codes = Object.keys(STATE_NAMES) as StateCode[];
  const all = codes.flatMap((state) => [state, ...lgasOf(state).map(({ code }) => code)]);
  return new Map(all.map((code) => [placeName(code).toLowerCase(), code]));
}

/**
 * The codes of places written one a line, as a state ("Lagos") or an area with its state ("Ikeja, Lagos"), each once,
 * or the sentence that names the first line which is neither.
 */
export function readPlaceLines(text: string): { ok: true; places: string[] } | { ok: false; message: string } {
  const known = placesByName();
  const places: string[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const name = line
      .trim()
      .replaceAll(/\s*,\s*/g, ", ")
      .replaceAll(/\s+/g, " ");
    if (name === "") continue;
    const code = known.get(name.toLowerCase());
    if (!code) {
      const example = "Write a state, or an area with its state: Ikeja, Lagos.";
      return { ok: false, message: `Line ${at + 1}: we know no place “${name.slice(0, 60)}”. ${example}` };
    }
    if (!places.includes(code)) places.push(code);
  }
  return { ok: true, places };
}

/** The same places as lines, states first. */
export function placeLines(places: readonly string[]): string {
  return places
    .toSorted((a, b) => a.length - b.length || a.localeCompare(b))
    .map(placeName)
    .join("\n");
}
