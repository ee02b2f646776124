import { currentDelivery } from "#app/features/delivery/queries/facts.server.ts";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { SITE, siteDescription } from "#app/features/site/content.ts";
import { deliveryTexts } from "#app/features/site/rules/delivery-texts.ts";
import { shopContext } from "#app/platform/context.server.ts";
import type { Route } from "./+types/manifest.ts";

const ICONS = [
  { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
  { src: "/icon-512.png", type: "image/png", sizes: "512x512", purpose: "any" },
  { src: "/icon-maskable.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
];

/** The web app manifest: name and appearance of the installed shop. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { name } = await currentStore(shop);
  const manifest = {
    name: `${name}: ${SITE.tagline.charAt(0).toLowerCase()}${SITE.tagline.slice(1)}`,
    short_name: name,
    description: siteDescription(deliveryTexts(await currentDelivery(shop)).states),
    lang: "en-NG",
    id: "/",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#faf7f2",
    theme_color: "#0f5b3e",
    icons: ICONS,
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=300" },
  });
}
