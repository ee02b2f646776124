/** The unit sold with its size: "carton of 12", "bag", or an empty string. */
export function unitWords({ unit, pieces }: { unit: string; pieces: number }): string {
  if (pieces <= 1 || unit.includes(String(pieces))) return unit;
  return unit ? `${unit} (${pieces} pieces)` : `${pieces} pieces`;
}
