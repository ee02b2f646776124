import { Suspense, type ReactNode } from "react";
import { useSignedInMark } from "#app/features/accounts/store.ts";
import { categoryHref } from "#app/features/products/links.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { HELP_LINKS } from "#app/features/site/content/footer.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Sheet } from "#app/ui/dialog.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { Link } from "#app/ui/link.tsx";
import { useCloseOnBack } from "#app/ui/use-close-on-back.ts";
import { useTopCategories } from "./root-data.ts";
import { SearchBox } from "./search-box.tsx";

const MobileAccount = lazyOr(() => import("./mobile-account.tsx"), ProfileLink);

type MobileMenuSheetProps = { open: boolean; onClose: () => void };

/** The slide-out menu of small screens. */
export default function MobileMenuSheet({ open, onClose }: MobileMenuSheetProps) {
  useCloseOnBack(open, onClose);
  const { name } = useStore();
  return (
    <Sheet open={open} onClose={onClose} title={name} className="md:hidden">
      <MenuContent onLeave={onClose} />
    </Sheet>
  );
}

function MenuContent({ onLeave }: { onLeave: () => void }) {
  const categories = useTopCategories();
  const isSignedIn = useSignedInMark();

  return (
    <div className="grid gap-6 pb-6">
      <SearchBox label="Search from the menu" replace />
      <MenuGroup title="Shop">
        <MenuItem to="/products" strong>
          All Products
        </MenuItem>
        {categories.map((category) => (
          <MenuItem key={category.slug} to={categoryHref(category.slug)}>
            {category.name}
          </MenuItem>
        ))}
        <MenuItem to="/suppliers">Suppliers</MenuItem>
      </MenuGroup>
      {isSignedIn ? (
        <Suspense fallback={<div className="h-56" />}>
          <MobileAccount onLeave={onLeave} />
        </Suspense>
      ) : (
        <GuestLinks />
      )}
      <MenuGroup title="More">
        {isSignedIn ? null : <MenuItem to="/wishlist">Wishlist</MenuItem>}
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

function GuestLinks() {
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <Link to="/login" replace className={buttonClass("primary", "sm")}>
        Sign In
      </Link>
      <Link to="/signup" replace className={buttonClass("outline", "sm", "whitespace-nowrap max-[359px]:px-1")}>
        Create Account
      </Link>
    </div>
  );
}

function ProfileLink() {
  return (
    <ul>
      <MenuItem to="/profile" strong>
        My Profile
      </MenuItem>
    </ul>
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
        replace
        className={`-mx-2 flex min-h-11 items-center rounded-lg px-2 hover:bg-leaf ${strong ? "font-semibold text-forest" : "font-medium"}`}
      >
        {children}
      </Link>
    </li>
  );
}
