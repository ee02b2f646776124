import type { ReactNode } from "react";
import { Link } from "#app/ui/link.tsx";
import { buttonClass } from "../button.tsx";
import { cx } from "../class-names.ts";

type PageStepsProps = {
  page: number;
  hasMore: boolean;
  href: (page: number) => string;
  /** Number of rows on a page, to be named in the links. */
  size?: number;
  className?: string;
  /** Stands between the links. */
  children?: ReactNode;
};

/** Links to the previous and the next page of a list without search and filters. */
export function PageSteps({ page, hasMore, href, size, className, children }: PageStepsProps) {
  const step = (to: number, label: string) => (
    <Link to={href(to)} className={buttonClass("outline", "sm")}>
      {size === undefined ? label : `${label} ${size}`}
    </Link>
  );
  if (page === 1 && !hasMore) return null;
  return (
    <nav aria-label="Pages" className={cx("flex items-center gap-2", className)}>
      {page > 1 ? step(page - 1, "Previous") : null}
      {children}
      {hasMore ? step(page + 1, "Next") : null}
    </nav>
  );
}
