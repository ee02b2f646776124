import { cx } from "./class-names.ts";

/** A placeholder for content that is loading. Give it the size of that content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-skeleton rounded-lg bg-sand-deep", className)} />;
}

/** The skeleton of a grid of tiles; announces "Loading" once to screen readers. */
export function GridSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(9.25rem,100%),1fr))] gap-3 sm:grid-cols-2 sm:gap-4 md:grid-cols-3 lg:grid-cols-4"
    >
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className="card overflow-hidden">
          <Skeleton className="aspect-square w-full rounded-none" />
          <div className="grid gap-2.5 p-3 sm:p-4">
            <Skeleton className="h-3 w-1/2" />
            <Skeleton className="h-4 w-11/12" />
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-11 w-full rounded-xl" />
          </div>
        </div>
      ))}
    </div>
  );
}
