import { useRef, useState } from "react";
import { cx } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";

type ProductGalleryProps = {
  name: string;
  images: readonly string[];
  /** Alt texts by picture URL. */
  alts: Readonly<Record<string, string>>;
};

/** Pictures in a scroll-snap strip, moved by swipe, arrow keys and, without JavaScript, by thumbnail links. */
export function ProductGallery({ name, images, alts }: ProductGalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const pictures = images.length > 0 ? images : [null];

  function follow() {
    const list = strip.current;
    if (list && list.clientWidth > 0) setActive(Math.round(list.scrollLeft / list.clientWidth));
  }

  function show(index: number) {
    const list = strip.current;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    list?.scrollTo({ left: index * list.clientWidth, behavior });
  }

  return (
    <div>
      <ul
        ref={strip}
        onScroll={follow}
        tabIndex={pictures.length > 1 ? 0 : undefined}
        aria-label={pictures.length > 1 ? `Pictures of ${name}` : undefined}
        className="no-scrollbar card flex snap-x snap-mandatory overflow-x-auto bg-sand-deep"
      >
        {pictures.map((address, i) => (
          <li key={address ?? "none"} id={`picture-${i + 1}`} className="w-full shrink-0 snap-start">
            <Picture
              address={address}
              alt={
                alts[address ?? ""] ?? (pictures.length > 1 ? `${name}, picture ${i + 1} of ${pictures.length}` : name)
              }
              eager={i === 0}
              sizes="(min-width: 1024px) 560px, (min-width: 768px) 50vw, 100vw"
            />
          </li>
        ))}
      </ul>
      {pictures.length > 1 ? (
        <ul className="no-scrollbar -mx-1 mt-2 flex gap-2 overflow-x-auto p-1">
          {pictures.map((address, i) => (
            <li key={address ?? "none"} className="w-16 shrink-0 sm:w-20">
              <a
                href={`#picture-${i + 1}`}
                aria-label={`Picture ${i + 1}`}
                aria-current={i === active ? "true" : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  show(i);
                }}
                className={cx(
                  "block overflow-hidden rounded-xl border-2 bg-white",
                  i === active ? "border-forest" : "border-line hover:border-edge",
                )}
              >
                <Picture address={address} alt="" size={160} sizes="80px" />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
