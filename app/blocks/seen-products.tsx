import { Suspense, useCallback, useState } from "react";
import { lazyOr } from "#app/ui/lazy-or.ts";

const RecentlySeen = lazyOr<{ except?: string }>(
  () => import("./recently-seen.tsx"),
  () => null,
);

/** Below an empty cart or wishlist: what was looked at last. Its code comes only then. */
export function SeenWhenEmpty({ isEmpty }: { isEmpty: boolean }) {
  if (!isEmpty) return null;
  return (
    <Suspense>
      <RecentlySeen />
    </Suspense>
  );
}

/** At the end of a product's page: what was looked at before it. Its code comes when that end is near or was jumped over. */
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
