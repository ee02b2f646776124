import { index, prefix, route, type RouteConfig } from "@react-router/dev/routes";

/** THE MAP: every address of the shop and the file behind it. */
export default [
  index("routes/storefront/home.tsx"),
  ...prefix("products", [
    index("routes/storefront/products.tsx"),
    route("featured", "routes/storefront/featured.tsx"),
    route("best-sellers", "routes/storefront/best-sellers.tsx"),
    route("new-arrivals", "routes/storefront/new-arrivals.tsx"),
  ]),
  route("category/:category", "routes/storefront/category.tsx"),
  route("product/:id", "routes/storefront/product.tsx"),
  route("cart", "routes/storefront/cart.tsx"),
  route("wishlist", "routes/storefront/wishlist.tsx"),
  ...prefix("checkout", [
    index("routes/storefront/checkout.tsx"),
    route("payment-success", "routes/storefront/payment-success.tsx"),
    route("return/:token", "routes/storefront/checkout-return.tsx"),
  ]),
  route("login", "routes/auth/login.tsx"),
  route("signup", "routes/auth/signup.tsx"),
  route("forgot-password", "routes/auth/forgot-password.tsx"),
  route("auth/callback", "routes/auth/callback.tsx"),
  route("profile", "routes/profile/profile.tsx"),
  route("profile/orders", "routes/profile/orders.tsx"),
  route("profile/orders/:id", "routes/profile/order.ts"),
  route("profile/orders/:id/receipt", "routes/profile/receipt.tsx"),
  route("profile/data.json", "routes/profile/data.ts"),
  route("admin/second-factor", "routes/admin/second-factor.tsx"),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/start.tsx"),
    route("single-sign-on", "routes/admin/single-sign-on.tsx"),
    route("security", "routes/admin/security.tsx"),
    route("*", "routes/admin/area.tsx"),
  ]),
  route("search/suggest", "routes/resources/search-suggest.ts"),
  route("products/tiles", "routes/resources/product-tiles.ts"),
  route("cart/check", "routes/resources/cart-check.ts"),
  route("checkout/start", "routes/resources/checkout-start.ts"),
  route("checkout/status", "routes/resources/checkout-status.ts"),
  route("newsletter", "routes/resources/newsletter.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
