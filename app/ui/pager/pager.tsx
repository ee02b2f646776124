import type { ReactNode } from "react";
import { Link } from "../link.tsx";
import { pagerItems } from "./pager-items.ts";

type PagerProps = { page: number; pages: number; href: (page: number) => string; label?: string };

/** Links to the pages of a list; nothing for a single page. The state is in the URL that `href` builds. */
export function Pager({ page, pages, href, label = "Pages" }: PagerProps) {
  const items = pagerItems(page, pages);
  if (items.length === 0) return null;
  return (
    <nav aria-label={label} className="mt-8 flex justify-center">
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <li>
          <Step to={page > 1 ? href(page - 1) : null} label="Previous page" rel="prev">
            <span aria-hidden className="icon icon-chevron size-5 rotate-90" />
          </Step>
        </li>
        {items.map((item) =>
          "gap" in item ? (
            <li key={item.gap} aria-hidden className="w-2.5 text-center text-muted sm:w-8">
              …
            </li>
          ) : (
            <li key={item.page} className={isNeighbour(item.page, page, pages) ? undefined : "max-sm:hidden"}>
              <Link
                to={href(item.page)}
                aria-label={`Page ${item.page}`}
                aria-current={item.page === page ? "page" : undefined}
                className="page-number"
              >
                {item.page}
              </Link>
            </li>
          ),
        )}
        <li>
          <Step to={page < pages ? href(page + 1) : null} label="Next page" rel="next">
            <span aria-hidden className="icon icon-chevron size-5 -rotate-90" />
          </Step>
        </li>
      </ul>
    </nav>
  );
}

/** On mobile only the first, the last, the current page and its neighbours fit. */
function isNeighbour(item: number, page: number, pages: number): boolean {
  return item === 1 || item === pages || Math.abs(item - page) <= 1;
}

type StepProps = { to: string | null; label: string; rel: "prev" | "next"; children: ReactNode };

function Step({ to, label, rel, children }: StepProps) {
  if (!to) {
    return (
      <span aria-hidden className="page-number text-edge opacity-60">
        {children}
      </span>
    );
  }
  return (
    <Link to={to} rel={rel} aria-label={label} className="page-number">
      {children}
    </Link>
  );
}
