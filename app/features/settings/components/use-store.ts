import { useRouteLoaderData } from "react-router";
import { DEFAULT_STORE, type Store } from "../rules.ts";

/** Name and contact of the shop as its settings say; their defaults where the page's frame could not be read. */
export function useStore(): Store {
  return useRouteLoaderData<{ store?: Store }>("root")?.store ?? DEFAULT_STORE;
}
