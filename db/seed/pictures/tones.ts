/** Pack colours: a small palette for consistent pages. */
export const DYE = {
  gold: "#d9a441",
  amber: "#e39a3b",
  rust: "#b5613a",
  brown: "#94603f",
  cocoa: "#76503f",
  clay: "#c94f38",
  red: "#c83f45",
  rose: "#d9788c",
  blush: "#e4ad9b",
  magenta: "#b8508a",
  plum: "#87588f",
  lilac: "#a48cc4",
  indigo: "#5d64a8",
  navy: "#46597d",
  blue: "#4385b8",
  sky: "#62a9cc",
  teal: "#3d9296",
  mint: "#7fb59b",
  forest: "#3f7d60",
  olive: "#8c9a45",
  lime: "#93b653",
  sand: "#cdb48a",
  slate: "#64809a",
  graphite: "#46606b",
} as const;

/** The colours of one picture, all in the product's hue. */
export type Tones = {
  base: string;
  light: string;
  pale: string;
  dark: string;
  deep: string;
  ground: string;
  ground2: string;
  shadow: string;
};

/** The background of labels. */
export const PAPER = "#fffdf8";
export const INK = "#2b3531";

/** Mixes two "#rrggbb" colours; `share` 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const channel = (at: number) => {
    const a = Number.parseInt(first.slice(at, at + 2), 16);
    const b = Number.parseInt(second.slice(at, at + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** Lightens a dark colour, so that a background mixed from it keeps the hue instead of turning grey. */
function bright(colour: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const factor = Math.min(255 / Math.max(...channels), 1.7);
  const lifted = channels.map((value) =>
    Math.round(value * factor)
      .toString(16)
      .padStart(2, "0"),
  );
  return mix(colour, `#${lifted.join("")}`, 0.6);
}

/** The tones of a pack in the colour `base` ("#rrggbb"). */
export function tonesOf(base: string): Tones {
  return {
    base,
    light: mix(base, "#ffffff", 0.34),
    pale: mix(base, "#ffffff", 0.58),
    dark: mix(base, "#1a1512", 0.18),
    deep: mix(base, "#1a1512", 0.42),
    ground: mix(bright(base), "#fffcf8", 0.83),
    ground2: mix(bright(base), "#fffcf8", 0.7),
    shadow: mix(base, "#1a1512", 0.55),
  };
}
