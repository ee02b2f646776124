import { useState } from "react";
import { coverSet } from "#app/lib/pictures.ts";
import { cx } from "#app/ui/class-names.ts";

type PostCoverProps = {
  address: string | null;
  sizes: string;
  /** Above the fold: loaded eagerly with high priority. */
  eager?: boolean;
  className?: string;
};

/** Cover of a post in the format of social previews, 1200 x 630. Decorative: the title is beside it. */
export function PostCover({ address, sizes, eager, className }: PostCoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const shape = cx("aspect-[1200/630] w-full bg-leaf object-cover", className);
  if (!address || failed === address) return <div aria-hidden className={shape} />;
  const { src, srcSet } = coverSet(address);
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt=""
      width={1200}
      height={630}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      onError={() => setFailed(address)}
      className={shape}
    />
  );
}
