/**
 * Whether a text may be a phone number of any country: 7 to 15 digits, with spaces, dots, dashes and brackets between.
 */
export function looksLikePhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^[+\d][\d\s().-]*$/.test(text) && digits >= 7 && digits <= 15;
}

/** The digits for finding a phone number in any format: its last ten; null for fewer than four. */
export function phoneDigits(text: string): string | null {
  if (/[^\d\s()+./-]/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, "");
  if (digits.length < 4) return null;
  return digits.length >= 10 ? digits.slice(-10) : digits.replace(/^0/, "");
}
