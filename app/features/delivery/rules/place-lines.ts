import { lgasOf, placeName } from "#app/lib/lgas.ts";
import { STATE_NAMES, type StateCode } from "#app/lib/nigeria.ts";

/** What people write for a state that has another name. */
const USUAL_NAMES: readonly [string, StateCode][] = [
  ["abuja", "FC"],
  ["fct", "FC"],
  ["fct abuja", "FC"],
  ["abuja fct", "FC"],
];
const FEW = 6;

/** A name to compare: no capitals, and a space for everything that is neither letter nor digit. "Obio/Akpor": "obio akpor". */
const comparable = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/['’.]/g, "")
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

type Place = { code: string; full: string; short: string };

/** All states, and all areas with and without their state. */
function allPlaces(): Place[] {
  const codes = Object.keys(STATE_NAMES) as StateCode[];
  const all = codes.flatMap((state) => [
    { code: state, full: comparable(STATE_NAMES[state]), short: comparable(STATE_NAMES[state]) },
    ...lgasOf(state).map(({ code, name }) => ({ code, full: comparable(placeName(code)), short: comparable(name) })),
  ]);
  return [...all, ...USUAL_NAMES.map(([name, code]) => ({ code, full: name, short: name }))];
}

/**
 * The codes that a typed name may mean: of the state or area with this full name, else of the areas with this name in any
 * state ("Epe"; "Surulere" is in two), else none, and then `near` are the areas that begin with it ("Aba").
 */
export function placesNamed(text: string): { codes: string[]; near: string[] } {
  return namedIn(allPlaces(), text);
}

function namedIn(places: readonly Place[], text: string): { codes: string[]; near: string[] } {
  const name = comparable(text);
  if (name === "") return { codes: [], near: [] };
  const codesOf = (found: readonly Place[]) => [...new Set(found.map(({ code }) => code))];
  const full = places.filter((place) => place.full === name);
  const codes = codesOf(full.length > 0 ? full : places.filter((place) => place.short === name));
  return { codes, near: codes.length > 0 ? [] : codesOf(places.filter(({ short }) => short.startsWith(`${name} `))) };
}

/** "Aba North, Abia or Aba South, Abia"; of many the first. */
export function placeList(places: readonly string[]): string {
  const names = places.slice(0, FEW).map(placeName);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join("; ")} or ${names.at(-1)}`;
}

/**
 * The codes of places written one a line, as a state ("Lagos"), an area with its state ("Ikeja, Lagos") or one whose name
 * no other state has, each once, or the sentence about the first line that is none of these.
 */
export function readPlaceLines(text: string): { ok: true; places: string[] } | { ok: false; message: string } {
  const known = allPlaces();
  const places: string[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const name = line.trim().replaceAll(/\s+/g, " ");
    if (name === "") continue;
    const { codes, near } = namedIn(known, name);
    const [code, ...others] = codes;
    if (!code || others.length > 0) {
      const meant = placeList(code ? codes : near);
      const hint = meant === "" ? "Write a state, or an area with its state: Ikeja, Lagos." : `Did you mean ${meant}?`;
      return { ok: false, message: `Line ${at + 1}: we know no place “${name.slice(0, 60)}”. ${hint}` };
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
