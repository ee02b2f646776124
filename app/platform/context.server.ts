import { createContext } from "react-router";
import type { Database, Db } from "#db/client.server.ts";
import type { Env } from "./env.server.ts";
import type { FileStore } from "./files/file-store.server.ts";
import type { Jobs } from "./jobs.server.ts";
import type { Limits } from "./limits.server.ts";
import type { Logger } from "./log.server.ts";
import type { Mailer } from "./mailer.server.ts";
import type { Sms } from "./sms.server.ts";

/** The services of the running shop, for loaders and actions. */
export type Shop = {
  database: Database;
  db: Db;
  env: Env;
  /** The shop's public address without a trailing slash. */
  baseUrl: string;
  log: Logger;
  jobs: Jobs;
  mailer: Mailer;
  sms: Sms;
  limits: Limits;
  files: FileStore;
};

export const shopContext = createContext<Shop>();

/**
 * A public page's data for the page cache: the products whose stock it shows, and whether it may be cached (not if it
 * lacks data or reports unusable parameters).
 */
export type CacheTags = { products: Set<string>; mayCache: boolean };

export const cacheTagsContext = createContext<CacheTags>();

/** Whether a part of the page failed because the database cannot be reached. */
export const outageContext = createContext<{ isAway: boolean }>();

/** The pattern of the matched route, such as "/product/:id", for metrics; set by the root route. */
export const routePatternContext = createContext<{ pattern: string }>();

/** JSON-LD of the page, collected by its loader. */
export const structuredDataContext = createContext<object[]>();

/** The visitor's address, for limits only. */
export const addressContext = createContext<string>();

/** Data that the listener passes to the app with each request; absent if `fetch` is called directly. */
export type Bindings = { address?: string };
