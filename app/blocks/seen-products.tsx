import { Suspense, useCallback, useState } from "react";
import { lazyOr } from "#app/ui/lazy-or.ts";

const RecentlySeen = lazyOr<{ except?: string }>(
  () => import("./recently-seen.tsx"),
  () => null,
);

/** Recently viewed products below an empty cart or wishlist. Its code is loaded only then. */
export function SeenWhenEmpty({ isEmpty }: { isEmpty: boolean }) {
  if (!isEmpty) return null;
  return (
    <Suspense>
      <RecentlySeen />
    </Suspense>
  );
}

/**
 * Recently viewed products at the end of a product page. Its code is loaded when the page's end is near or was scrolled
 * past.
 */
export function SeenBefore({ id }: { id: string }) {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((end: HTMLElement | null) => {
    if (!end) return;
    const observer = new IntersectionObserver(([entry]) => setNear((was) => was || entry?.isIntersecting === true), {
      rootMargin: "99999px 0px 300px",
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={watch}>
      {isNear ? (
        <Suspense>
          <RecentlySeen except={id} />
        </Suspense>
      ) : null}
    </div>
  );
}
