import { Suspense } from "react";
import type { ListingEmptyProps } from "#app/features/search/components/listing-empty.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";

const Empty = lazyOr(
  () => import("#app/features/search/components/listing-empty.tsx"),
  () => <EmptyState title="No products found" />,
);

/** The empty state of a listing, in its own chunk because most listings have products. */
export function LazyListingEmpty(props: ListingEmptyProps) {
  return (
    <Suspense>
      <Empty {...props} />
    </Suspense>
  );
}
