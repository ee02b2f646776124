/** Invisible characters: zero-width ones, byte order marks, direction overrides. */
const INVISIBLE = /\p{Cf}/gu;

/** Text without invisible characters. Numbers copied from a phone's contacts contain direction marks. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/**
 * Whether a text may be a phone number of any country: 7 to 15 digits, with spaces, dots, dashes and brackets between.
 */
export function looksLikePhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^[+\d][\d\s().-]*$/.test(text) && digits >= 7 && digits <= 15;
}
