import { Menu } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { categoryHref } from "#app/features/catalog/links.ts";
import { HELP_LINKS, SITE } from "#app/features/site/content.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Sheet } from "#app/ui/dialog.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useTopCategories } from "./root-data.ts";
import { SearchBox } from "./search-box.tsx";
import { SITE_LINKS_ID } from "./site-footer.tsx";

const TRIGGER = "-ml-2.5 grid size-11 shrink-0 place-items-center rounded-xl hover:bg-sand-deep md:hidden";

/** The menu of small screens. Until the page's script runs, its button leads to the links in the footer. */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  const close = () => setOpen(false);

  useEffect(() => setOpen(false), [key]);

  if (!useHydrated()) {
    return (
      <a href={`#${SITE_LINKS_ID}`} aria-label="Menu" className={TRIGGER}>
        <Menu aria-hidden className="size-6" />
      </a>
    );
  }
  return (
    <>
      <button type="button" aria-label="Menu" aria-haspopup="dialog" className={TRIGGER} onClick={() => setOpen(true)}>
        <Menu aria-hidden className="size-6" />
      </button>
      <Sheet open={open} onClose={close} title={SITE.name} className="md:hidden">
        <MenuContent />
      </Sheet>
    </>
  );
}

function MenuContent() {
  const categories = useTopCategories();

  return (
    <div className="grid gap-6 pb-6">
      <SearchBox label="Search from the menu" />
      <MenuGroup title="Shop">
        <MenuItem to="/products" strong>
          All Products
        </MenuItem>
        {categories.map((category) => (
          <MenuItem key={category.id} to={categoryHref(category.slug)}>
            {category.name}
          </MenuItem>
        ))}
        <MenuItem to="/suppliers">Suppliers</MenuItem>
      </MenuGroup>
      <div className="grid grid-cols-2 gap-2.5">
        <Link to="/login" className={buttonClass("primary", "sm")}>
          Sign In
        </Link>
        <Link to="/signup" className={buttonClass("outline", "sm", "whitespace-nowrap max-[359px]:px-1")}>
          Create Account
        </Link>
      </div>
      <MenuGroup title="More">
        <MenuItem to="/wishlist">Wishlist</MenuItem>
        <MenuItem to="/custom-order">Request Custom Order</MenuItem>
        <MenuItem to="/supplier-registration">Become a Supplier</MenuItem>
        {HELP_LINKS.map((link) => (
          <MenuItem key={link.to} to={link.to}>
            {link.label}
          </MenuItem>
        ))}
      </MenuGroup>
    </div>
  );
}

function MenuGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h3 className="mb-1 text-xs font-semibold tracking-wide text-muted uppercase">{title}</h3>
      <ul>{children}</ul>
    </nav>
  );
}

function MenuItem({ to, strong, children }: { to: string; strong?: boolean; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className={`-mx-2 flex min-h-11 items-center rounded-lg px-2 hover:bg-leaf ${strong ? "font-semibold text-forest" : "font-medium"}`}
      >
        {children}
      </Link>
    </li>
  );
}
