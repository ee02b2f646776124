/** All tables, for the query builder and the migration generator; other code imports the single files. */
export { notes, saved_views, staff_invitations, trash } from "./admin.ts";
export { audit_log } from "./audit.ts";
export {
  accounts,
  auth_rate_limits,
  jwks,
  passkeys,
  profiles,
  sessions,
  sso_providers,
  two_factors,
  users,
  verifications,
} from "./auth.ts";
export {
  categories,
  product_groups,
  products,
  search_changes,
  search_distributors,
  search_words,
  trade_words,
} from "./catalog.ts";
export { blog_posts, slug_redirects } from "./content.ts";
export { fetched_pictures, import_file_rows, import_files, import_mappings } from "./imports.ts";
export { rate_limits } from "./limits.ts";
export { mailbox_messages, mails } from "./mail.ts";
export { newsletter_subscribers } from "./newsletter.ts";
export { order_items, orders } from "./orders.ts";
export {
  payment_attempt_items,
  payment_attempts,
  payment_events,
  payment_refunds,
  payment_reviews,
  stock_movements,
} from "./payments.ts";
export {
  contact_messages,
  custom_order_offer_lines,
  custom_order_offers,
  custom_orders,
  suppliers,
} from "./requests.ts";
export { run_rows, runs } from "./runs.ts";
export { admin_settings } from "./settings.ts";
export { shop_state } from "./shop.ts";
