const LOCAL = /^\/files\/.+\.webp$/;

/** Widths of the stored variants besides the full picture, which is 640 px wide. */
export const VARIANT_WIDTHS = [160, 320] as const;

/** Widths of the variants of an uploaded picture besides its full one, which is 640 px wide. */
export const UPLOAD_WIDTHS = [...VARIANT_WIDTHS, 1280] as const;

const UPLOADED = /^\/files\/[a-z-]+\/[0-9a-f]{2}\/[0-9a-f]{32}\.webp$/;

/** Browsers read "%2e" as a dot: with "..", the address would lead out of the folder. */
const ADDRESS = /^(https:\/\/|\/files\/(?!.*(\.|%2e){2}))\S+$/i;

/** Whether a picture may be stored with this address: an uploaded one, or one of another site over https. */
export function isPictureAddress(address: string): boolean {
  return ADDRESS.test(address);
}

const DRAWN_COVER = /^\/files\/demo\/.+\.webp$/;

/** The `src` and `srcSet` of a wide picture: the demo's covers are 1200 px wide, uploaded ones up to 1280 px. */
export function coverSet(address: string): { src: string; srcSet?: string } {
  const sibling = (width: number) => address.replace(/\.webp$/, `-${width}.webp`);
  if (DRAWN_COVER.test(address)) {
    return { src: address, srcSet: `${sibling(320)} 320w, ${sibling(640)} 640w, ${address} 1200w` };
  }
  if (!UPLOADED.test(address)) return { src: address };
  return { src: sibling(1280), srcSet: `${sibling(320)} 320w, ${address} 640w, ${sibling(1280)} 1280w` };
}

/**
 * The address of an uploaded picture at 1280 px, for covers and enlarged views; other addresses are returned unchanged.
 */
export function largePicture(address: string): string {
  return UPLOADED.test(address) ? address.replace(/\.webp$/, "-1280.webp") : address;
}

/**
 * The `src` and `srcSet` of a stored picture. Local pictures ("/files/x.webp", 640 px square) have variants
 * "x-160.webp" and "x-320.webp"; addresses of other origins are returned unchanged.
 */
export function pictureSet(address: string): { src: string; srcSet?: string } {
  if (!LOCAL.test(address)) return { src: address };
  const variants = VARIANT_WIDTHS.map((width) => `${pictureVariant(address, width)} ${width}w`);
  return { src: pictureVariant(address, 320), srcSet: [...variants, `${address} 640w`].join(", ") };
}

/**
 * The size of a picture in one of a phone's two columns. Its box is 44 % of the width; with 38 % phones up to 420 px
 * wide load the picture of 320 px instead of the one of 640 px, at 1.7 pixels per CSS pixel and two fifths of the bytes.
 */
export const HALF_OF_PHONE = "38vw";

/**
 * `sizes` that makes phones with a pixel ratio of 3 and more load pictures for 2, which look the same at half the
 * bytes: the last size, for narrow screens, is multiplied by two thirds.
 */
export function phoneSizes(sizes: string): string {
  const [, width, unit] = /([\d.]+)(\w+)$/.exec(sizes) ?? [];
  return `(max-width: 639px) and (min-resolution: 2.5dppx) ${((Number(width) * 2) / 3).toFixed(1)}${unit}, ${sizes}`;
}

/** The address of one stored width of a local picture; other addresses are returned unchanged. */
export function pictureVariant(address: string, width: 160 | 320 | 640): string {
  if (!LOCAL.test(address) || width === 640) return address;
  return address.replace(/\.webp$/, `-${width}.webp`);
}
