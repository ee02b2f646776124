import { useCallback, useState } from "react";
import { phoneSizes, pictureSet } from "#app/lib/pictures.ts";
import { cx } from "./class-names.ts";

/** Shown for a missing address and after a failed load. */
export const PLACEHOLDER = "/placeholder.svg";

type PictureProps = {
  address: string | null | undefined;
  /** Empty if the text beside it says the same. */
  alt: string;
  /** The CSS width, for the browser's choice: "(min-width: 1024px) 280px, 45vw". */
  sizes?: string;
  /** Above the fold: loaded eagerly with high priority. */
  eager?: boolean;
  /** Side in px of the reserved square; the CSS size may differ. */
  size?: number;
  className?: string;
};

/** A square picture that reserves its space while loading and falls back to the placeholder. */
export function Picture({ address, alt, sizes, eager, size = 640, className }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const broken = !address || failed === address;
  // A picture that failed before hydration fires no further event, so its state is checked.
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.currentSrc && address) setFailed(address);
    },
    [address],
  );
  const { src, srcSet } = broken ? { src: PLACEHOLDER } : pictureSet(address);
  return (
    <img
      ref={ref}
      suppressHydrationWarning
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes ? phoneSizes(sizes) : undefined}
      alt={alt}
      width={size}
      height={size}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      onError={() => address && setFailed(address)}
      className={cx("picture", className)}
    />
  );
}
