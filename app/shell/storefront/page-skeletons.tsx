import { GridSkeleton, Skeleton } from "#app/ui/skeleton.tsx";

/** The skeleton of a product list page. */
export function ListingSkeleton() {
  return (
    <div className="page-width py-5 sm:py-7">
      <Skeleton className="mb-6 h-9 w-2/3 max-w-80" />
      <GridSkeleton />
    </div>
  );
}

/** The skeleton of a product page: picture, name, price, purchase controls. */
export function ProductSkeleton() {
  return (
    <div className="page-width pt-4 sm:pt-6 md:pb-6" role="status" aria-label="Loading">
      <Skeleton className="h-5 w-1/2 max-w-60" />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2 lg:gap-10">
        <Skeleton className="aspect-square w-full rounded-2xl" />
        <div className="grid content-start gap-5">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-8 w-11/12" />
          <Skeleton className="h-7 w-2/5" />
          <Skeleton className="h-24 w-full rounded-xl" />
          <Skeleton className="h-32 w-full rounded-2xl" />
        </div>
      </div>
    </div>
  );
}
