const LOCAL = /^\/files\/.+\.webp$/;

/** Widths of the stored variants besides the full picture, which is 640 px wide. */
export const VARIANT_WIDTHS = [160, 320] as const;

/**
 * The `src` and `srcSet` of a stored picture. Local pictures ("/files/x.webp", 640 px square) have siblings
 * "x-160.webp" and "x-320.webp"; addresses of other origins come back as they are.
 */
export function pictureSet(address: string): { src: string; srcSet?: string } {
  if (!LOCAL.test(address)) return { src: address };
  const variants = VARIANT_WIDTHS.map((width) => `${pictureVariant(address, width)} ${width}w`);
  return { src: pictureVariant(address, 320), srcSet: [...variants, `${address} 640w`].join(", ") };
}

/** The address of one stored width of a local picture; other addresses come back as they are. */
export function pictureVariant(address: string, width: 160 | 320 | 640): string {
  if (!LOCAL.test(address) || width === 640) return address;
  return address.replace(/\.webp$/, `-${width}.webp`);
}
