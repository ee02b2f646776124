import { create, type Font } from "fontkit";
import bricolageDotted from "#app/styles/fonts/bricolage-dotted.woff2?inline";
import bricolageLatin from "#app/styles/fonts/bricolage-latin.woff2?inline";
import bricolageNigerian from "#app/styles/fonts/bricolage-nigerian.woff2?inline";
import interDotted from "#app/styles/fonts/inter-dotted.woff2?inline";
import interLatin from "#app/styles/fonts/inter-latin.woff2?inline";
import interNigerian from "#app/styles/fonts/inter-nigerian.woff2?inline";

/** The share picture size of social networks. */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;

const FILES = {
  heading: [bricolageLatin, bricolageNigerian, bricolageDotted],
  text: [interLatin, interNigerian, interDotted],
};
type Face = keyof typeof FILES;

const COLOURS = {
  sand: "#faf7f2",
  leaf: "#e8f3ec",
  line: "#e7e1d6",
  ink: "#14201b",
  muted: "#56625c",
  forest: "#0f5b3e",
};

/** The content of a product's share picture. `picture` is the product's own, in any format. */
export type ProductShareCard = {
  store: string;
  name: string;
  unit: string;
  price: string;
  note: string;
  picture: Buffer | null;
};
/** The content of a post's share picture; its cover fills it. */
export type PostShareCard = { store: string; title: string; picture: Buffer | null };

/** A JPEG with the product's picture on the left and name, unit and price on the right. */
export async function drawProductCard({ store, name, unit, price, note, picture }: ProductShareCard): Promise<Buffer> {
  const x = 620;
  const title = wrapped("heading", name, 54, SHARE_WIDTH - x - 60, 4);
  const top = 200;
  const unitAt = top + title.length * 62 + 6;
  const parts = [
    `<rect width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" fill="${COLOURS.sand}"/>`,
    `<rect width="560" height="${SHARE_HEIGHT}" fill="${COLOURS.leaf}"/>`,
    text("heading", store, 38, x, 96, COLOURS.forest),
    ...title.map((line, i) => text("heading", line, 54, x, top + i * 62, COLOURS.ink)),
    text("text", fitted("text", unit, 30, SHARE_WIDTH - x - 60), 30, x, unitAt, COLOURS.muted),
    `<rect x="${x}" y="470" width="${SHARE_WIDTH - x - 60}" height="2" fill="${COLOURS.line}"/>`,
    text("heading", fitted("heading", price, 56, SHARE_WIDTH - x - 60), 56, x, 542, COLOURS.forest),
    text("text", fitted("text", note, 28, SHARE_WIDTH - x - 60), 28, x, 588, COLOURS.muted),
  ];
  const shown = picture && (await rounded(picture, 460, 460, 28));
  return await toJpeg(parts, shown ? [{ input: shown, left: 50, top: 85 }] : []);
}

/** Loaded at the first picture: it takes 25 MB. */
const library = async () => (await import("sharp")).default;

/** A JPEG of the post's cover with its title on a dark band. */
export async function drawPostCard({ store, title, picture }: PostShareCard): Promise<Buffer> {
  const lines = wrapped("heading", title, 52, SHARE_WIDTH - 120, 3);
  const height = 110 + lines.length * 62;
  const top = SHARE_HEIGHT - height;
  const band = [
    `<rect y="${top}" width="${SHARE_WIDTH}" height="${height}" fill="${COLOURS.ink}" fill-opacity=".88"/>`,
    ...lines.map((line, i) => text("heading", line, 52, 60, top + 74 + i * 62, "#ffffff")),
    text("text", store, 28, 60, SHARE_HEIGHT - 34, "#d5e8dc"),
  ];
  const cover =
    picture &&
    (await (
      await library()
    )(picture)
      .resize(SHARE_WIDTH, SHARE_HEIGHT, { fit: "cover" })
      .toBuffer()
      .catch(() => null));
  const ground = `<rect width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" fill="${COLOURS.forest}"/>`;
  return await toJpeg(
    [ground],
    [...(cover ? [{ input: cover, left: 0, top: 0 }] : []), { input: svg(band), left: 0, top: 0 }],
  );
}

async function toJpeg(parts: string[], layers: { input: Buffer; left: number; top: number }[]): Promise<Buffer> {
  const sharp = await library();
  return await sharp(svg(parts)).composite(layers).flatten().jpeg({ quality: 82, mozjpeg: true }).toBuffer();
}

function svg(parts: string[]): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}">${parts.join("")}</svg>`,
  );
}

/** The picture in a frame with round corners; null for bytes that are not a picture. */
async function rounded(picture: Buffer, width: number, height: number, radius: number): Promise<Buffer | null> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`;
  const sharp = await library();
  try {
    const fitting = await sharp(picture).resize(width, height, { fit: "cover" }).ensureAlpha().toBuffer();
    return await sharp(fitting)
      .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}

const fonts = new Map<Face, Font[]>();

/** The font's files, which cover different letters. The heading font is bold by itself, the text font regular. */
function fontsOf(face: Face): Font[] {
  const known = fonts.get(face);
  if (known) return known;
  const read = FILES[face].map((file) => create(Buffer.from(file.slice(file.indexOf(",") + 1), "base64")) as Font);
  fonts.set(face, read);
  return read;
}

type Run = { font: Font; text: string };

/** Splits a text by the font file that has its letters; unsupported letters are dropped. */
function runsOf(face: Face, line: string): Run[] {
  const runs: Run[] = [];
  for (const character of line.normalize("NFC")) {
    const font = fontsOf(face).find((one) => one.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    if (!font) continue;
    const last = runs.at(-1);
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

function widthOf(face: Face, line: string, size: number): number {
  return runsOf(face, line).reduce(
    (sum, run) => sum + (run.font.layout(run.text).advanceWidth * size) / run.font.unitsPerEm,
    0,
  );
}

/** A line as SVG paths with its baseline at `y`, so that the server needs no installed fonts. */
function text(face: Face, line: string, size: number, x: number, y: number, fill: string): string {
  let at = x;
  const paths: string[] = [];
  for (const { font, text: words } of runsOf(face, line)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(words);
    for (const [i, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[i] ?? {};
      const left = (at + xOffset * scale).toFixed(2);
      const base = (y - yOffset * scale).toFixed(2);
      paths.push(`<path transform="translate(${left} ${base}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`);
      at += xAdvance * scale;
    }
  }
  return `<g fill="${fill}">${paths.join("")}</g>`;
}

/** The line, cut with an ellipsis if it is wider than `width`. */
function fitted(face: Face, line: string, size: number, width: number): string {
  if (widthOf(face, line, size) <= width) return line;
  const letters = Array.from(line);
  while (letters.length > 0 && widthOf(face, `${letters.join("")}…`, size) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** The text in at most `most` lines of `width`; the rest is replaced by an ellipsis. */
function wrapped(face: Face, words: string, size: number, width: number, most: number): string[] {
  const lines: string[] = [];
  // No picture shows more text than this, and measuring is slow.
  for (const word of words.slice(0, 300).split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(face, `${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length > most) lines.splice(most - 1, lines.length, lines.slice(most - 1).join(" "));
  return lines.map((line) => fitted(face, line, size, width));
}
