import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import type { ReactNode } from "react";
import { listHref, PAGE_SIZES, type ListPage, type ListSpec, type ListState } from "#app/lib/list.ts";
import { formatCount } from "#app/lib/money.ts";
import { Link } from "#app/ui/link.tsx";
import { buttonClass } from "../button.tsx";
import { cx } from "../class-names.ts";

/** "Page 3 of 1,000+", "Last page", "Page 2 from the end". */
export function pageWords({ page, pages, isOpen }: Pick<ListPage<unknown>, "page" | "pages" | "isOpen">): string {
  if (page === -1) return "Last page";
  if (page < 0) return `Page ${formatCount(-page)} from the end`;
  return `Page ${formatCount(page)} of ${formatCount(pages)}${isOpen ? "+" : ""}`;
}

type PagerProps<Spec extends ListSpec> = { spec: Spec; state: ListState<Spec>; list: ListPage<unknown> };

/**
 * "Showing X of Y orders", 'Page X of Y' with previous and next if there are several pages, and the page size. A list that
 * is not counted to its end, or too long to pass so many rows, is paged from both ends.
 */
export function ListPager<Spec extends ListSpec>({ spec, state, list }: PagerProps<Spec>) {
  const { rows, page, pages, isOpen, total, isMore } = list;
  const all = `${formatCount(total)}${isMore ? "+" : ""}`;
  const hrefOf = (to: number) => listHref(spec, state, { page: to });
  const isFirst = page === 1 || page === -pages;
  const isLast = page === pages || page === -1;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted print:hidden">
      <p>
        Showing {rows.length} of {all} {spec.noun}
      </p>
      {pages > 1 ? (
        <nav aria-label="Pages" className="flex items-center gap-1">
          {isOpen ? (
            <Step to={page === 1 ? null : hrefOf(1)} label="First page">
              <ChevronsLeft aria-hidden className="size-5" />
            </Step>
          ) : null}
          <Step to={isFirst ? null : hrefOf(page - 1)} label="Previous page" rel="prev">
            <ChevronLeft aria-hidden className="size-5" />
          </Step>
          <p className="px-1 font-semibold text-ink tabular-nums">{pageWords(list)}</p>
          <Step to={isLast ? null : hrefOf(page + 1)} label="Next page" rel="next">
            <ChevronRight aria-hidden className="size-5" />
          </Step>
          {isOpen ? (
            <Step to={page === -1 ? null : hrefOf(-1)} label="Last page">
              <ChevronsRight aria-hidden className="size-5" />
            </Step>
          ) : null}
        </nav>
      ) : null}
      {total > PAGE_SIZES[0] ? (
        <nav aria-label="Rows a page" className="flex items-center">
          <span aria-hidden className="mr-1">
            Rows
          </span>
          {PAGE_SIZES.map((size) => (
            <Link
              key={size}
              to={listHref(spec, state, { size })}
              preventScrollReset
              aria-label={`${size} rows a page`}
              aria-current={size === state.size ? "true" : undefined}
              className={cx(
                "grid size-11 place-items-center rounded-lg tabular-nums hover:bg-sand-deep",
                size === state.size && "font-bold text-ink",
              )}
            >
              {size}
            </Link>
          ))}
        </nav>
      ) : null}
    </div>
  );
}

function Step({ to, label, rel, children }: { to: string | null; label: string; rel?: string; children: ReactNode }) {
  const className = buttonClass("ghost", "icon");
  if (!to) {
    return (
      <span aria-hidden className={cx(className, "opacity-40")}>
        {children}
      </span>
    );
  }
  return (
    <Link to={to} rel={rel} aria-label={label} title={label} className={className}>
      {children}
    </Link>
  );
}
