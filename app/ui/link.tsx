import { Link as RouterLink, type LinkProps } from "react-router";

type Props = Omit<LinkProps, "discover" | "mask" | "relative" | "viewTransition" | "defaultShouldRevalidate">;

/**
 * A link within the shop. The server renders only the address: a listing has a hundred links, and the router's own calls
 * a dozen hooks for its clicks. Nothing is discovered, because all routes are in one manifest.
 */
export function Link({ to, prefetch, reloadDocument, replace, state, preventScrollReset, ...shown }: Props) {
  if (import.meta.env.SSR && typeof to === "string" && to.startsWith("/")) return <a {...shown} href={to} />;
  const routing = { prefetch, reloadDocument, replace, state, preventScrollReset };
  return <RouterLink {...shown} {...routing} to={to} discover="none" />;
}
