import { Suspense } from "react";
import type { ListingEmptyProps } from "#app/features/catalog/components/listing-empty.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";

const Empty = lazyOr(
  () => import("#app/features/catalog/components/listing-empty.tsx"),
  () => <EmptyState title="No products found" />,
);

/** What stands where products would be; most listings have some and go without its script. */
export function ListingEmpty(props: ListingEmptyProps) {
  return (
    <Suspense>
      <Empty {...props} />
    </Suspense>
  );
}
