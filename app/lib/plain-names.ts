/** Maximum length of a first or a last name. */
export const NAME_LENGTH = 60;

/** Control and format characters (zero width, direction), lone surrogates, line separators, and invisible letters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/u;
/** Text that a mail program would turn into a link. */
const ADDRESS = /:\/\/|\bwww\.|@|[\p{L}\p{N}-]{2}\.\p{L}{2}/iu;
/** Abbreviations that users write without a space after the dot. */
const TITLES = /\b(?:alh|arc|barr|capt|chief|dr|engr|hon|mrs?|ms|prof|pst|rev|st)\./giu;
/** More combining marks on one letter than any language uses. */
const PILED_MARKS = /\p{M}{4,}/u;

const ALL_UNSEEN = new RegExp(UNSEEN, "gu");
const ALL_PILED = /(\p{M}{3})\p{M}+/gu;

/** Whether a text can be shown and mailed as a person's name: no invisible characters, no address, no stacked marks. */
export function isPlainName(text: string): boolean {
  return !UNSEEN.test(text) && !hasAddress(text) && !PILED_MARKS.test(text);
}

/**
 * A name with single spaces, at most `length` characters, without what `isPlainName` rejects; empty if nothing is left.
 */
export function plainName(text: string, length = NAME_LENGTH): string {
  const seen = text.replace(/\s+/g, " ").replace(ALL_UNSEEN, "").replace(ALL_PILED, "$1").trim();
  return hasAddress(seen) ? "" : Array.from(seen).slice(0, length).join("").trim();
}

function hasAddress(text: string): boolean {
  return ADDRESS.test(text.replace(TITLES, ""));
}
