import { FlagView } from "#app/blocks/flag-view.tsx";
import { answerFlagged } from "#app/blocks/listing-answer.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { headMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/featured.ts";

const HEAD = {
  path: "/products/featured",
  title: "Featured Products",
  description: "Goods our buyers picked for price, quality and quick delivery.",
} as const;

export const meta = headMeta(HEAD.title);

export function loader({ context, url }: Route.LoaderArgs) {
  return answerFlagged(context, url, "featured", HEAD);
}

export default function Featured({ loaderData }: Route.ComponentProps) {
  return <FlagView {...HEAD} {...loaderData} />;
}

export const ErrorBoundary = loadErrorBoundary("Failed to load featured products");
