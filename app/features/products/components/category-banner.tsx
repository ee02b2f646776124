import { formatCount } from "#app/lib/money.ts";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { categoryHref, categoryPicture } from "../links.ts";
import type { CategoryLink } from "../queries.server.ts";
import { Breadcrumb, type Crumb } from "./breadcrumb.tsx";

type CategoryBannerProps = {
  category: CategoryLink;
  parent: Crumb | null;
  subcategories: readonly (Crumb & { count: number })[];
};

/** Header of a category page: picture, name, description and links to sub-categories. */
export function CategoryBanner({ category, parent, subcategories }: CategoryBannerProps) {
  return (
    <div className="card overflow-hidden">
      <div className="flex items-stretch bg-leaf">
        <div className="min-w-0 flex-1 self-center p-5 sm:p-8 lg:p-10">
          <Breadcrumb trail={parent ? [parent] : []} />
          <h1 className="font-display text-2xl leading-tight font-bold tracking-tight break-words sm:text-4xl">
            {category.name}
          </h1>
          {category.description === "" ? null : (
            <p className="mt-2 max-w-xl text-sm text-muted sm:text-base">{category.description}</p>
          )}
        </div>
        <div className="relative w-[32%] max-w-80 shrink-0">
          <Picture
            address={categoryPicture(category)}
            alt=""
            eager
            size={320}
            sizes="(min-width: 640px) 320px, 32vw"
            className="absolute inset-0 h-full! [mask-image:linear-gradient(to_right,transparent,black_35%)] object-[50%_75%]"
          />
        </div>
      </div>
      {subcategories.length === 0 ? null : (
        <nav aria-label={`Parts of ${category.name}`} className="no-scrollbar overflow-x-auto">
          <ul className="flex gap-2 p-3 sm:flex-wrap sm:p-4">
            {subcategories.map((sub) => (
              <li key={sub.slug}>
                <Link to={categoryHref(sub.slug)} className="part-link">
                  {sub.name}
                  <span>{formatCount(sub.count)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
