import { ArrowRight } from "lucide-react";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Section } from "#app/ui/section.tsx";
import { TabList, TabPanel } from "#app/ui/tabs.tsx";
import { useEntryState } from "#app/ui/use-entry-state.ts";
import { ProductGrid } from "./product-grid.tsx";

const TABS = [
  { value: "featured", label: "Featured", href: "/products/featured", all: "View all featured" },
  { value: "best_sellers", label: "Best Sellers", href: "/products/best-sellers", all: "View all best sellers" },
  { value: "new_arrivals", label: "New Arrivals", href: "/products/new-arrivals", all: "View all new arrivals" },
] as const;

type Tab = (typeof TABS)[number]["value"];

/** Three short lists in tabs; the page contains all three, so switching needs no request. */
export function HomeTabs({ products }: { products: Record<Tab, TileProduct[]> }) {
  const [active, setActive] = useEntryState<Tab>("home tab", "featured");
  return (
    <Section
      id="home-picks"
      title="Picked for your shelves"
      className="page-width"
      aside={<TabList id="picks" label="Product lists" items={TABS} active={active} onSelect={setActive} />}
    >
      {TABS.map((tab) => (
        <TabPanel key={tab.value} id="picks" value={tab.value} active={active}>
          {tab.value === active ? <Picks products={products[tab.value]} href={tab.href} all={tab.all} /> : null}
        </TabPanel>
      ))}
    </Section>
  );
}

function Picks({ products, href, all }: { products: TileProduct[]; href: string; all: string }) {
  if (products.length === 0) {
    return (
      <EmptyState
        title="Nothing here yet"
        action={
          <Link to="/products" className={buttonClass()}>
            See all products
          </Link>
        }
      />
    );
  }
  return (
    <>
      <ProductGrid products={products} />
      <div className="mt-6 flex justify-center">
        <Link to={href} className={buttonClass("outline", "md")}>
          {all}
          <ArrowRight aria-hidden className="size-4.5" />
        </Link>
      </div>
    </>
  );
}
