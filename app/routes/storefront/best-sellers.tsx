import { FlagView } from "#app/blocks/flag-view.tsx";
import { answerFlagged } from "#app/blocks/listing-answer.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { headMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/best-sellers.ts";

const HEAD = {
  path: "/products/best-sellers",
  title: "Best Sellers",
  description: "What shops across Nigeria order again and again.",
} as const;

export const meta = headMeta(HEAD.title);

export function loader({ context, url }: Route.LoaderArgs) {
  return answerFlagged(context, url, "best_seller", HEAD);
}

export default function BestSellers({ loaderData }: Route.ComponentProps) {
  return <FlagView {...HEAD} {...loaderData} />;
}

export const ErrorBoundary = loadErrorBoundary("Failed to load best sellers");
