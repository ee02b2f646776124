/** A seeded random source: the same seed gives the same shop on every machine. */
export type Random = {
  /** A number in [0, 1). */
  next: () => number;
  /** A whole number in [from, to]. */
  int: (from: number, to: number) => number;
  /** True with the probability `share`. */
  chance: (share: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** A version 4 UUID from this source, so not ordered by time. */
  uuid: () => string;
};

/** Creates a source (the sfc32 generator) with `seed`. */
export function randomFrom(seed: number): Random {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x243f6a88 | 0;
  let d = 1;
  const bits = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return t >>> 0;
  };
  for (let round = 0; round < 16; round++) bits();

  const next = () => bits() / 4_294_967_296;
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (list) => {
      const value = list[Math.floor(next() * list.length)];
      if (value === undefined) throw new Error("nothing to pick from");
      return value;
    },
    uuid: () => {
      const hex = [bits(), bits(), bits(), bits()].map((word) => word.toString(16).padStart(8, "0")).join("");
      const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}

/** Returns a function that picks by weight; the weights are summed once. */
export function weighted<T>(list: readonly T[], weight: (item: T) => number): (random: Random) => T {
  let sum = 0;
  const steps = list.map((item) => (sum += weight(item)));
  return (random) => {
    const at = random.next() * sum;
    const item = list[steps.findIndex((step) => at < step)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
}
