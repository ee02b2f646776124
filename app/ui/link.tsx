import { Link as RouterLink, type LinkProps as RouterLinkProps } from "react-router";

export type LinkProps = Omit<
  RouterLinkProps,
  "discover" | "mask" | "relative" | "viewTransition" | "defaultShouldRevalidate"
>;

/**
 * A link within the shop. The server renders only the address: a listing has a hundred links, and the router's own calls
 * a dozen hooks for its clicks. Nothing is discovered, because all routes are in one manifest.
 */
export function Link({
  to,
  children,
  prefetch,
  reloadDocument,
  replace,
  state,
  preventScrollReset,
  ...rest
}: LinkProps) {
  if (import.meta.env.SSR && typeof to === "string" && to.startsWith("/")) {
    return (
      <a {...rest} href={to}>
        {children}
      </a>
    );
  }
  const routing = { to, prefetch, reloadDocument, replace, state, preventScrollReset };
  return (
    <RouterLink {...rest} {...routing} discover="none">
      {children}
    </RouterLink>
  );
}
