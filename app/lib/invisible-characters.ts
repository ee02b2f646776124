/** Invisible characters: zero-width ones, byte order marks, direction overrides. */
const INVISIBLE = /\p{Cf}/gu;

/** Text without invisible characters. Numbers copied from a phone's contacts contain direction marks. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
