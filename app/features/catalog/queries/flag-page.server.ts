import type { Tx } from "#db/client.server.ts";
import type { Flag } from "../queries.server.ts";
import { EMPTY_LISTING } from "../rules/listing-links.ts";
import { readPage } from "../schema.ts";
import { listFlagged } from "./listing.server.ts";

/** One page of a flag's listing, for its route. */
export async function flagPage(db: Tx, flag: Flag, params: URLSearchParams) {
  const { state, notices } = readPage(params);
  const listing = await listFlagged(db, flag, state.page);
  return { listing, notices, state: { ...EMPTY_LISTING, page: state.page } };
}
