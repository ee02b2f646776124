import { ArrowRight } from "lucide-react";
import { categoryHref, categoryPicture } from "#app/features/products/links.ts";
import type { CategoryLink } from "#app/features/products/queries.server.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Section } from "#app/ui/section.tsx";

type Tile = Pick<CategoryLink, "name" | "slug" | "image_url">;

/** All top-level categories: a swipeable row on mobile, a grid from 640 px. */
export function CategoryTiles({ categories }: { categories: readonly Tile[] }) {
  if (categories.length === 0) return null;
  return (
    <Section
      id="home-categories"
      title="Shop By Category"
      className="page-width"
      aside={
        <div className="-mr-3.5 max-md:hidden">
          <Link to="/products" className={buttonClass("ghost", "sm")}>
            All Products
            <ArrowRight aria-hidden className="size-4" />
          </Link>
        </div>
      }
    >
      <ul className="no-scrollbar -mx-4 flex snap-x gap-3 overflow-x-auto scroll-px-4 px-4 py-1 sm:mx-0 sm:grid sm:grid-cols-3 sm:gap-4 sm:overflow-visible sm:p-0 md:grid-cols-4 lg:grid-cols-5">
        {categories.map((category) => (
          <li key={category.slug} className="w-34 shrink-0 snap-start sm:w-auto">
            <Link
              to={categoryHref(category.slug)}
              className="group card flex h-full flex-col overflow-hidden transition-shadow hover:shadow-lift"
            >
              <span className="block overflow-hidden bg-sand-deep">
                <Picture
                  address={categoryPicture(category)}
                  alt=""
                  sizes="(min-width: 1024px) 220px, (min-width: 640px) 30vw, 136px"
                  size={320}
                  className="transition-transform duration-300 group-hover:scale-[1.04] sm:aspect-[7/6] sm:object-[50%_75%]"
                />
              </span>
              <span className="flex flex-1 items-center px-3 py-2.5 text-sm leading-5 font-semibold sm:px-4 sm:py-3 sm:text-[0.9375rem]">
                {category.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
