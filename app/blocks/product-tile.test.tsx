import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { PLAIN_TERMS } from "#app/features/pricing/rules.ts";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import { ProductTile } from "./product-tile.tsx";

const rice: TileProduct = {
  id: "0badcafe-1111-4222-8333-444455556666",
  name: "Royal Grain rice",
  slug: "royal-grain-rice",
  unit: "50 kg bag",
  distributor: "Kano Grain Union",
  image: "/files/demo/rice.webp",
  price_kobo: 7_850_000,
  discount_price_kobo: 6_920_000,
  min_order: 5,
  ...PLAIN_TERMS,
  stock_quantity: 40,
};

function render(overrides: Partial<TileProduct> = {}): string {
  const Stub = createRoutesStub([{ path: "/", Component: () => <ProductTile product={{ ...rice, ...overrides }} /> }]);
  return renderToStaticMarkup(<Stub />);
}

test("a card shows price, old price, percent off, minimum, stock, rating and links to product and distributor", () => {
  const html = render();
  for (const text of [
    "₦69,200.00",
    "₦78,500.00",
    "-12%",
    "Min. 5 · ",
    "₦346,000.00",
    "In Stock",
    "Rated 4.0 out of 5",
    "Add 5 to cart",
  ]) {
    expect(html).toContain(text);
  }
  expect(html.match(/<a /g)).toHaveLength(2);
  expect(html).toMatch(/href="\/distributor\/[a-z-]+"/);
  expect(html).toContain('href="/product/royal-grain-rice"');
  expect(html).not.toContain("disabled=");
});

test.each([
  [{ stock_quantity: 0 }, "Out of Stock", "Out of Stock: Royal Grain rice"],
  [{ stock_quantity: 4 }, "Too Few Left", "Only 4 left, less than the minimum order: Royal Grain rice"],
])("with %o it cannot be added and says why", (overrides, badge, label) => {
  const html = render(overrides);
  expect(html).toContain(badge);
  expect(html).toContain(`aria-label="${label}"`);
  expect(html).toContain("disabled=");
});

test("without a discount there is no struck-through price", () => {
  const html = render({ discount_price_kobo: null });
  expect(html).not.toContain("<s ");
  expect(html).not.toContain("%");
});
