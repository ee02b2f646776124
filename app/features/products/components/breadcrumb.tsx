import { Link } from "#app/ui/link.tsx";
import { categoryHref } from "../links.ts";

export type Crumb = { name: string; slug: string };

/** Breadcrumb: all products, then the categories of `trail`. */
export function Breadcrumb({ trail }: { trail: readonly Crumb[] }) {
  const link = "inline-flex min-h-11 items-center sm:min-h-8 hover:text-forest hover:underline underline-offset-4";
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-muted max-sm:-my-1.5">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <Link to="/products" className={link}>
            All Products
          </Link>
        </li>
        {trail.map((crumb) => (
          <li key={crumb.slug} className="flex items-center gap-x-2">
            <span aria-hidden>/</span>
            <Link to={categoryHref(crumb.slug)} className={link}>
              {crumb.name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
