import { useRouteLoaderData } from "react-router";
import { DEFAULT_STORE, type Store } from "../rules.ts";

/** Name and contact data of the shop from settings; defaults if the root loader failed. */
export function useStore(): Store {
  return useRouteLoaderData<{ store?: Store }>("root")?.store ?? DEFAULT_STORE;
}
