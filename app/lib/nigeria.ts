/** ISO 3166-2:NG codes of the 36 states and the Federal Capital Territory, with their names in order. */
export const STATE_NAMES = {
  AB: "Abia",
  AD: "Adamawa",
  AK: "Akwa Ibom",
  AN: "Anambra",
  BA: "Bauchi",
  BY: "Bayelsa",
  BE: "Benue",
  BO: "Borno",
  CR: "Cross River",
  DE: "Delta",
  EB: "Ebonyi",
  ED: "Edo",
  EK: "Ekiti",
  EN: "Enugu",
  FC: "Federal Capital Territory",
  GO: "Gombe",
  IM: "Imo",
  JI: "Jigawa",
  KD: "Kaduna",
  KN: "Kano",
  KT: "Katsina",
  KE: "Kebbi",
  KO: "Kogi",
  KW: "Kwara",
  LA: "Lagos",
  NA: "Nasarawa",
  NI: "Niger",
  OG: "Ogun",
  ON: "Ondo",
  OS: "Osun",
  OY: "Oyo",
  PL: "Plateau",
  RI: "Rivers",
  SO: "Sokoto",
  TA: "Taraba",
  YO: "Yobe",
  ZA: "Zamfara",
} as const;

export type StateCode = keyof typeof STATE_NAMES;

/** The names of the states, in order. */
export const STATES: readonly string[] = Object.values(STATE_NAMES);

/** The code of a state by its name, or null. */
export function stateCode(name: string): StateCode | null {
  const found = Object.entries(STATE_NAMES).find(([, one]) => one === name);
  return found ? (found[0] as StateCode) : null;
}

/** The state of a place, itself or one of its areas, or null for a code of neither. */
export function stateOf(place: string): StateCode | null {
  const state = place.slice(0, 2);
  return state in STATE_NAMES ? (state as StateCode) : null;
}
