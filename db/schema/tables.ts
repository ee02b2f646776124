/** All tables, for the query builder and the migration generator; other code imports the single files. */
export * from "./admin.ts";
export * from "./audit.ts";
export * from "./auth.ts";
export * from "./catalog.ts";
export * from "./content.ts";
export * from "./delivery.ts";
export * from "./imports.ts";
export * from "./limits.ts";
export * from "./mail.ts";
export * from "./newsletter.ts";
export * from "./orders.ts";
export * from "./payments.ts";
export * from "./requests.ts";
export * from "./runs.ts";
export * from "./settings.ts";
export * from "./shipments.ts";
export * from "./shop.ts";
