import { PAPER, type Tones } from "./tones.ts";

/** Draws the product's icon around a center, `size` wide. */
export type Icon = (x: number, y: number, size: number) => string;

/** A pack on a 640 x 640 canvas, with its base at y = 548; `focus` is the center of its label. */
export type Pack = { draw: (tones: Tones, icon: Icon) => string; focus: readonly [x: number, y: number] };

/** A paper label with the icon and two printed lines in the product's colour. */
export function label(
  tones: Tones,
  icon: Icon,
  box: readonly [x: number, y: number, w: number, h: number],
  radius = 20,
): string {
  const [x, y, w, h] = box;
  const size = Math.min(w * 0.74, h * 0.66);
  const middle = x + w / 2;
  const line = y + h * 0.81;
  return (
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${PAPER}"/>` +
    icon(middle, y + h * 0.43, size) +
    bar(middle, line, w * 0.5, h * 0.055, tones.base) +
    bar(middle, line + h * 0.085, w * 0.3, h * 0.045, tones.pale)
  );
}

/** A round sticker with the icon. */
export function sticker(tones: Tones, icon: Icon, x: number, y: number, radius: number): string {
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${PAPER}"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius - 8}" fill="none" stroke="${tones.pale}" stroke-width="3"/>` +
    icon(x, y, radius * 1.16)
  );
}

/** A rounded bar around a center: a printed line. */
export function bar(x: number, y: number, w: number, h: number, fill: string): string {
  return `<rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" rx="${h / 2}" fill="${fill}"/>`;
}

/** A plain shape; `extra` contains further attributes. */
export function shape(d: string, fill: string, extra = ""): string {
  return `<path d="${d}" fill="${fill}"${extra && ` ${extra}`}/>`;
}

export function rect(x: number, y: number, w: number, h: number, radius: number, fill: string, extra = ""): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"${extra && ` ${extra}`}/>`;
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string, extra = ""): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${extra && ` ${extra}`}/>`;
}

export const GLOW = `fill-opacity=".2"`;
export const SHADE = `fill-opacity=".1"`;
