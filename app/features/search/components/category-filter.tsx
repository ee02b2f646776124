import { formatCount } from "#app/lib/money.ts";
import { Link } from "#app/ui/link.tsx";
import type { CategoryChoice } from "../queries/category-choices.server.ts";

type CategoryFilterProps = {
  choices: readonly CategoryChoice[];
  /** Total number of products; null hides all counts, because with other active filters they would be wrong. */
  all: number | null;
  href: (slug: string | null) => string;
};

/** Category filter as links that preserve the other filters; nothing without choices, as when nothing is found. */
export function CategoryFilter({ choices, all, href }: CategoryFilterProps) {
  const none = !choices.some((choice) => choice.current);
  if (choices.length === 0) return null;
  return (
    <nav aria-label="Category">
      <h2 className="font-display text-base font-bold">Category</h2>
      <ul className="mt-1.5">
        <li>
          <CategoryLine to={href(null)} name="All categories" count={all} current={none} />
        </li>
        {choices.map((choice) => (
          <li key={choice.slug} className={choice.depth === 1 ? "pl-4" : undefined}>
            <CategoryLine
              to={href(choice.slug)}
              name={choice.name}
              count={all === null ? null : choice.count}
              current={choice.current}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type LineProps = {
  to: string;
  name: string;
  count: number | null;
  current: boolean | undefined;
};

function CategoryLine({ to, name, count, current }: LineProps) {
  return (
    <Link to={to} aria-current={current ? "true" : undefined} className="filter-line">
      {`${name} `}
      {count === null ? null : <span>{formatCount(count)}</span>}
    </Link>
  );
}
