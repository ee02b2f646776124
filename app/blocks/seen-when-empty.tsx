import { Suspense } from "react";
import { lazyOr } from "#app/ui/lazy-or.ts";

const RecentlySeen = lazyOr(
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
