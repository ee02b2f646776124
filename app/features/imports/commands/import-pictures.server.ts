import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { setPictures } from "#app/features/products/commands/batch.server.ts";
import { lockProducts } from "#app/features/products/commands/stock.server.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { UPLOAD_MB } from "#app/lib/picture-uploads.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { NO_PICTURE, storePicture } from "#app/platform/files/uploaded-pictures.server.ts";
import { SafeFetchError, type SafeFetch, type SafeFetchReason } from "#app/platform/ssrf-safe-fetch.server.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { fetched_pictures } from "#db/schema/imports.ts";
import type { Fields, RunPicture } from "../rules.ts";
import { isStored } from "../rules/import-pictures.ts";
import type { ImportValues } from "../rules/import-values.ts";
import type { RunTarget } from "./apply.server.ts";
import type { FetchPicture } from "./pictures.server.ts";

const REASONS: Record<SafeFetchReason, string> = {
  address: "This is not a web address.",
  insecure: "It redirects to an address without https.",
  private: "Its address is in a private network.",
  unreachable: "The site did not answer.",
  too_big: `It is larger than ${UPLOAD_MB} MB.`,
};
const MAX_BYTES = UPLOAD_MB * 1_048_576;
const ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif";

/**
 * Fetches and re-encodes pictures into the file store. Equal URLs are fetched once concurrently and within 30 days.
 * Temporary errors are retried once.
 */
export function createPictureFetcher({ db, files }: Pick<Shop, "db" | "files">, safeFetch: SafeFetch): FetchPicture {
  const running = new Map<string, ReturnType<FetchPicture>>();
  return async (source) => {
    const known = (await storedPictures(db, [source])).get(source);
    if (known) return { ok: true, address: known };
    const pending = running.get(source);
    if (pending) return await pending;
    const fetching = fetchTwice({ db, files }, safeFetch, source).finally(() => running.delete(source));
    running.set(source, fetching);
    return await fetching;
  };
}

type Fetched = Awaited<ReturnType<FetchPicture>> & { mayPass?: boolean };

async function fetchTwice(shop: Pick<Shop, "db" | "files">, safeFetch: SafeFetch, source: string): Promise<Fetched> {
  const first = await fetchOnce(shop, safeFetch, source);
  return first.mayPass ? await fetchOnce(shop, safeFetch, source) : first;
}

async function fetchOnce(
  { db, files }: Pick<Shop, "db" | "files">,
  safeFetch: SafeFetch,
  source: string,
): Promise<Fetched> {
  let bytes: Uint8Array;
  // Sites linked with http nearly always support https.
  const address = safeFetch.problemOf(source) === "insecure" ? source.replace(/^http:/i, "https:") : source;
  try {
    const answer = await safeFetch.download(address, { maxBytes: MAX_BYTES, accept: ACCEPT });
    if (answer.status !== 200)
      return { ok: false, reason: `The site answered ${answer.status}.`, mayPass: answer.status >= 500 };
    bytes = answer.bytes;
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    return { ok: false, reason: REASONS[error.reason], mayPass: error.reason === "unreachable" };
  }
  const stored = await storePicture(files, "products", bytes);
  if (!stored.ok) {
    const reason =
      stored.message === NO_PICTURE ? "The link does not lead to a picture that we can read." : stored.message;
    return { ok: false, reason, mayPass: stored.reason === "busy" };
  }
  const row = { source, address: stored.picture.address, fetched_at: new Date() };
  await db.insert(fetched_pictures).values(row).onConflictDoUpdate({ target: fetched_pictures.source, set: row });
  return { ok: true, address: row.address };
}

/** Stored addresses of these source URLs, fetched within the last 30 days. */
export async function storedPictures(db: Tx, sources: readonly string[]): Promise<Map<string, string>> {
  if (sources.length === 0) return new Map();
  const { rows } = await db.execute(sql`
    select source, address from fetched_pictures
    where source in (select jsonb_array_elements_text(${JSON.stringify([...new Set(sources)])}::jsonb))
      and fetched_at > now() - interval '30 days'`);
  return new Map(rows.map(({ source, address }) => [String(source), String(address)]));
}

type Shown = { images: string[]; image_alts: Record<string, string> };

/**
 * Picture fields of a product for its row. While some pictures are pending the fields stay unchanged, and `pictures`
 * lists what follows.
 */
export function pictureFields(
  { images = [], image_alts = {} }: ImportValues,
  known: Shown | null,
  stored: ReadonlyMap<string, string>,
): { fields: Partial<Shown>; pictures: RunPicture[] | null } {
  if (images.length === 0) return { fields: {}, pictures: null };
  const pictures = images.map((source): RunPicture => {
    const address = isStored(source) ? source : stored.get(source);
    const named = { source, ...(image_alts[source] ? { alt: image_alts[source] } : {}) };
    return address === undefined ? { ...named, state: "waiting" } : { ...named, state: "stored", address };
  });
  const has = { images: known?.images ?? [], image_alts: known?.image_alts ?? {} };
  if (pictures.some(({ state }) => state === "waiting")) return { fields: has, pictures };
  return { fields: withPictures(has, pictures), pictures: null };
}

/** The stored ones of `pictures` in order, with known alt texts. */
function withPictures({ image_alts }: Shown, pictures: readonly RunPicture[]): Shown {
  const stored = pictures.flatMap(({ address, alt }) => (address === undefined ? [] : [{ address, alt }]));
  const altEntries = stored.flatMap(({ address, alt }) => (alt === undefined ? [] : [[address, alt]]));
  return {
    images: [...new Set(stored.map(({ address }) => address))],
    image_alts: { ...image_alts, ...(Object.fromEntries(altEntries) as Record<string, string>) },
  };
}

/** Stores the fetched pictures in a product, unless its pictures were changed after the preview. */
export const writePictures: NonNullable<RunTarget["writePictures"]> = async (tx, actor, row, pictures) => {
  const id = row.record_id ?? "";
  const has = await lockedPictures(tx, id);
  if (!has) return { ok: false, reason: "The product is no longer there." };
  if (!isDeepStrictEqual(has.images, row.after?.["images"] ?? []))
    return { ok: false, reason: "The pictures of the product were changed since." };
  if (!pictures.some(({ address }) => address !== undefined)) return { ok: true, fields: {} };
  const shown: Shown & Fields = withPictures(has, pictures);
  await setPictures(tx, id, shown);
  await recordChange(tx, actor, { action: "product.update", subject: id, before: has, after: shown });
  return { ok: true, fields: shown };
};

async function lockedPictures(tx: Tx, id: string): Promise<Shown | undefined> {
  await lockProducts(tx, [id]);
  const { images, image_alts } = products;
  return (await tx.select({ images, image_alts }).from(products).where(eq(products.id, id)))[0];
}
