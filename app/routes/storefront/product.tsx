import { useEffect } from "react";
import { data, redirect } from "react-router";
import { BuyBar, BuyPanel } from "#app/blocks/buy-panel.tsx";
import { OrderSection } from "#app/blocks/order-section.tsx";
import { ProductGrid } from "#app/blocks/product-grid.tsx";
import { productPage } from "#app/blocks/product-page.server.ts";
import { ProductRail } from "#app/blocks/product-rail.tsx";
import { ProductService } from "#app/blocks/product-service.tsx";
import { SeenBefore } from "#app/blocks/seen-products.tsx";
import { usePurchase } from "#app/blocks/use-purchase.ts";
import { addVariants } from "#app/features/cart/commands/add-variants.server.ts";
import { FORM_CART_PATH } from "#app/features/cart/links.ts";
import { useOwnStock } from "#app/features/checkout/components/own-holds.ts";
import { Breadcrumb } from "#app/features/products/components/breadcrumb.tsx";
import { ContentPrice } from "#app/features/products/components/content-price.tsx";
import { DistributorLink } from "#app/features/products/components/distributor-link.tsx";
import { PriceTag } from "#app/features/products/components/price-tag.tsx";
import { ProductDescription } from "#app/features/products/components/product-description.tsx";
import { ProductFacts } from "#app/features/products/components/product-facts.tsx";
import { ProductGallery } from "#app/features/products/components/product-gallery.tsx";
import { ProductName } from "#app/features/products/components/product-name.tsx";
import { VariantPicker } from "#app/features/products/components/variant-picker.tsx";
import { productHref } from "#app/features/products/links.ts";
import { productByIdOrSlug } from "#app/features/products/queries.server.ts";
import { PAGE_RATING, percentOff, stockBadge } from "#app/features/products/rules.ts";
import { recordSeen } from "#app/features/products/store.ts";
import { tagShown } from "#app/features/search/queries/listing.server.ts";
import type { RefusedForm } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext, structuredDataContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { throttle } from "#app/platform/throttle.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { movedOrMissing } from "#app/shell/seo/moved.server.ts";
import { productHead } from "#app/shell/seo/product-meta.server.ts";
import { productCrumbs } from "#app/shell/seo/structured-data.server.ts";
import { headMeta } from "#app/shell/storefront/root-data.ts";
import { Badge } from "#app/ui/badge.tsx";
import { readQuantity } from "#app/ui/quantity.ts";
import { Section } from "#app/ui/section.tsx";
import { Stars } from "#app/ui/stars.tsx";
import type { Route } from "./+types/product.ts";

export const meta = headMeta("Page not found");

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const loaded = await productPage(shop.db, params.id, shop.baseUrl);
  if (!loaded) throw await movedOrMissing(shop.db, "product", params.id);
  const { structured, ...page } = loaded;
  await tagShown(context, [page.product, ...page.related, ...page.sameDistributor]);
  context.get(structuredDataContext).push(structured, productCrumbs(page.product, shop.baseUrl));
  return { ...page, head: await productHead(shop, page.product), baseUrl: shop.baseUrl };
}

/** Handles the order grid without JavaScript, then redirects to the cart, so that a reload repeats nothing. */
export async function action({ request, context, params }: Route.ActionArgs) {
  await throttle(context, "cart_check");
  const { db } = context.get(shopContext);
  const product = found(await productByIdOrSlug(db, params.id));
  const form = await readForm(request);
  const result = await addVariants(db, {
    group_id: product.group_id,
    form,
    cookies: request.headers.get("Cookie"),
    readQuantity,
  });
  if (!result.ok) return data(result, { status: 422 });
  return redirect(FORM_CART_PATH, { status: 303, headers: { "Set-Cookie": result.cookie } });
}

export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  // Another product remounts the page, so that quantity and pictures are reset.
  return <ProductView key={loaderData.product.id} {...loaderData} refused={actionData} />;
}

type Loaded = Awaited<ReturnType<typeof loader>>;
type ProductViewProps = Omit<Loaded, "head"> & { refused?: RefusedForm };

function ProductView({
  product: sold,
  related,
  sameDistributor,
  group,
  options,
  facts: known,
  refused,
  baseUrl,
}: ProductViewProps) {
  const product = useOwnStock(sold);
  const buyable = { ...product, image: product.images[0] ?? null };
  const purchase = usePurchase(buyable);
  useEffect(() => recordSeen(product.id), [product.id]);
  const percent = percentOff(product);
  const badge = stockBadge(product.stock_quantity, product.min_order);
  const trail = [product.parent_category, product.category].filter((crumb) => crumb !== null);
  const facts = [
    { name: "Minimum order", value: formatCount(product.min_order) },
    { name: "Unit", value: product.unit },
    { name: "Distributor", value: product.distributor },
    { name: "In stock", value: formatCount(product.stock_quantity) },
  ];
  return (
    <div className="group/page page-width pt-4 sm:pt-6 md:pb-6">
      <Breadcrumb trail={trail} />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2 lg:gap-10">
        <ProductGallery name={product.name} images={product.images} alts={product.image_alts} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
          <div>
            <DistributorLink name={product.distributor} className="text-sm text-muted" />
            <h1 className="mt-1 font-display text-2xl leading-tight font-bold tracking-tight text-pretty break-words sm:text-[2rem]">
              <ProductName name={product.name} />
            </h1>
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
              <Stars rating={PAGE_RATING} />
              <Badge tone={badge.tone}>{badge.label}</Badge>
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PriceTag product={product} size="page" />
            {percent === null ? null : <Badge tone="accent">{percent}% off</Badge>}
            <ContentPrice product={product} className="basis-full text-sm text-muted tabular-nums" />
          </div>
          <VariantPicker options={options} />
          <ProductFacts facts={facts} />
          {group ? <OrderSection group={group} action={productHref(sold.slug)} refused={refused} /> : null}
          <BuyPanel product={buyable} purchase={purchase} />
          <ProductService product={product} quantity={purchase.quantity} baseUrl={baseUrl} />
          <ProductDescription text={product.description} facts={known} />
        </div>
      </div>
      <ProductRail title={`More from ${product.distributor}`} products={sameDistributor} />
      {related.length === 0 ? null : (
        <Section id="related" title="Related Products" className="pt-8 pb-0 sm:pt-12 sm:pb-0">
          <ProductGrid products={related} />
        </Section>
      )}
      <SeenBefore id={product.id} />
      <BuyBar product={buyable} purchase={purchase} />
    </div>
  );
}

export const ErrorBoundary = loadErrorBoundary("Failed to load products", { asMissing: true });
