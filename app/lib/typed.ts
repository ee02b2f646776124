/** Characters that nobody sees: zero-width ones, byte order marks, overrides of the writing direction. */
const INVISIBLE = /\p{Cf}/gu;

/** Text as it reads. Numbers copied out of a phone's contacts come with invisible marks of direction around them. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** Whether a phone number of any country may be meant: 7 to 15 digits, with spaces, dots, dashes and brackets between. */
export function looksLikePhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^[+\d][\d\s().-]*$/.test(text) && digits >= 7 && digits <= 15;
}
