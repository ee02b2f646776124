import { FlagView } from "#app/blocks/flag-view.tsx";
import { answerFlagged } from "#app/blocks/listing-answer.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { headMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/new-arrivals.ts";

const HEAD = {
  path: "/products/new-arrivals",
  title: "New Arrivals",
  description: "Fresh from our suppliers, newest first.",
} as const;

export const meta = headMeta(HEAD.title);

export function loader({ context, url }: Route.LoaderArgs) {
  return answerFlagged(context, url, "new_arrival", HEAD);
}

export default function NewArrivals({ loaderData }: Route.ComponentProps) {
  return <FlagView {...HEAD} {...loaderData} />;
}

export const ErrorBoundary = loadErrorBoundary("Failed to load new arrivals");
