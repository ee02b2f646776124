import { useLocation } from "react-router";
import { categoryHref } from "#app/features/products/links.ts";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";
import { TOP_LINKS } from "#app/features/site/content.ts";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import { useScrolled } from "#app/ui/scrolled.ts";
import { AccountLink } from "./account-link.tsx";
import { CartLink } from "./cart-link.tsx";
import { Logo } from "./logo.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { useCategoriesNotice, useHeaderCategories } from "./root-data.ts";
import { SearchBox } from "./search-box.tsx";
import { WishlistLink } from "./wishlist-link.tsx";

/**
 * The site's header. It has no box (`display: contents`), so that its middle bar can be sticky for the whole page; only
 * the bar's shadow depends on scrolling. Messages (z-20) slide out from under the header.
 */
export function SiteHeader() {
  const scrolled = useScrolled();
  useCategoriesNotice();
  return (
    <header className="contents print:hidden">
      <TopBar />
      <div
        className={cx(
          "sticky top-0 z-30 border-b bg-white transition-shadow duration-200",
          scrolled ? "border-transparent shadow-bar" : "border-line max-md:border-transparent",
        )}
      >
        <div className="page-width flex min-h-15 flex-wrap items-center justify-end gap-1 md:min-h-19 md:flex-nowrap md:gap-5">
          <MobileMenu />
          <Logo className="mr-auto max-md:ml-1 md:mr-0" />
          <SearchBox className="hidden flex-1 md:block" />
          <AccountLink />
          <WishlistLink />
          <CartLink />
        </div>
      </div>
      <div className="relative z-25 border-b border-line bg-white px-4 pb-3 sm:px-6 md:hidden">
        <SearchBox />
      </div>
      <CategoryBar />
    </header>
  );
}

function TopBar() {
  return (
    <div className="hidden bg-forest text-white md:block">
      <div className="page-width flex h-10 items-center justify-between gap-6 text-[0.8125rem]">
        <p>Delivery to {useDeliveryTexts().states}</p>
        <nav aria-label="About the shop">
          <ul className="-mr-2.5 flex">
            {TOP_LINKS.map((link) => (
              <li key={link.to}>
                <Link to={link.to} className="header-link">
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}

function CategoryBar() {
  const categories = useHeaderCategories();
  const { pathname } = useLocation();
  const links = categories.map(({ slug, name }) => ({ to: categoryHref(slug), label: name }));
  return (
    <nav aria-label="Categories" className="relative z-25 hidden border-b border-line bg-white md:block">
      <ul className="page-width no-scrollbar flex h-12 items-stretch gap-6 overflow-x-auto text-[0.9375rem] font-medium whitespace-nowrap max-xl:[mask-image:linear-gradient(to_right,black_92%,transparent)]">
        {[{ to: "/products", label: "All Products" }, ...links].map(({ to, label }) => {
          return (
            <li key={to} className="flex">
              <Link to={to} aria-current={to === pathname ? "page" : undefined} className="header-category">
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
