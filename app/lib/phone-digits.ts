/** The digits for finding a phone number in any format: its last ten; null for fewer than four. */
export function phoneDigits(text: string): string | null {
  if (/[^\d\s()+./-]/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, "");
  if (digits.length < 4) return null;
  return digits.length >= 10 ? digits.slice(-10) : digits.replace(/^0/, "");
}
