import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { postById, type Post } from "#app/features/blog/queries.server.ts";
import { minimumQuantity, unitPrice } from "#app/features/pricing/rules.ts";
import { productByIdOrSlug, type ProductDetail } from "#app/features/products/queries.server.ts";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { largePicture } from "#app/lib/pictures.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Shop } from "#app/platform/context.server.ts";

type Noun = "product" | "post";
type Drawn = Pick<
  ProductDetail,
  "id" | "name" | "unit" | "min_order" | "images" | "price_kobo" | "discount_price_kobo"
> &
  Pick<Partial<ProductDetail>, "price_steps">;

type DrawnPost = Pick<Post, "id" | "title" | "featured_image">;
type Settled = Pick<Shop, "db" | "log">;

const LOCAL = /^\/files\/(?!.*\.\.)[\w./-]+$/;
const NAME = /^(product|post)-([0-9a-f-]{36})-([\w-]{12})\.jpg$/;
/** Increased when the layout changes, so that addresses change. */
const SHARE_DESIGN = 1;
/** Loaded at the first picture: fonts and their reader take 10 MB. */
const drawing = () => import("./share-picture.server.ts");
const oneAtATime = pLimit(1);
const MOST_WAITING = 30;
const pictures = new LRUCache<string, Buffer, () => Promise<Buffer>>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ length }) => length || 1,
  ignoreFetchAbort: true,
  fetchMethod: async (_, __, { context: draw }) =>
    oneAtATime.pendingCount < MOST_WAITING ? await oneAtATime(draw) : undefined,
});

/** The share picture's address of a product; it changes with the picture's content. */
export async function productPictureAddress(shop: Settled, product: Drawn): Promise<string> {
  return addressOfProduct(product, (await currentStore(shop)).name);
}

/** The share picture's address of a post. */
export async function postPictureAddress(shop: Settled, post: DrawnPost): Promise<string> {
  return addressOfPost(post, (await currentStore(shop)).name);
}

/**
 * The picture `file` ("product-<id>-<version>.jpg"): a JPEG, the address of its newer version, null if there is no such
 * product or published post, or "busy", also while the file store does not answer.
 */
export async function sharePicture(
  shop: Pick<Shop, "db" | "env" | "files" | "log">,
  file: string,
): Promise<{ jpeg: Buffer } | { moved: string } | "busy" | null> {
  const [, noun, id = ""] = NAME.exec(file) ?? [];
  if (!noun || !isUuid(id)) return null;
  const store = (await currentStore(shop)).name;
  const card = noun === "product" ? await productCard(shop, id, store) : await postCard(shop, id, store);
  if (!card) return null;
  if (card.address !== `/share/${file}`) return { moved: card.address };
  const jpeg = await drawOnce(card.address, card.draw).catch((error: unknown) => {
    shop.log.error({ err: error }, "a shared picture was not drawn");
    return null;
  });
  return jpeg ? { jpeg } : "busy";
}

/**
 * The JPEG of a picture by its key: drawn once for simultaneous requests, cached up to 16 MB. Undefined if too many
 * others wait. Rejects as `draw` does; a failure is not cached.
 */
export async function drawOnce(key: string, draw: () => Promise<Buffer>): Promise<Buffer | undefined> {
  return await pictures.fetch(key, { context: draw });
}

type Stored = Pick<Shop, "db" | "env" | "files">;

async function productCard(shop: Stored, id: string, store: string) {
  const product = await productByIdOrSlug(shop.db, id);
  if (!product) return null;
  const picture = product.images[0];
  const draw = async () =>
    (await drawing()).drawProductCard({ ...productWords(product, store), picture: await ownPicture(shop, picture) });
  return { address: addressOfProduct(product, store), draw };
}

async function postCard(shop: Stored, id: string, store: string) {
  const post = await postById(shop.db, id);
  if (!post) return null;
  const { title, featured_image } = post;
  const draw = async () =>
    (await drawing()).drawPostCard({
      store,
      title,
      picture: await ownPicture(shop, largePicture(featured_image ?? "")),
    });
  return { address: addressOfPost(post, store), draw };
}

function productWords(product: Drawn, store: string) {
  const last = product.price_steps?.at(-1)?.from ?? 0;
  const lowest = unitPrice(product, Math.max(last, minimumQuantity(product)));
  const isFrom = lowest < unitPrice(product, minimumQuantity(product));
  return {
    store,
    name: product.name,
    unit: product.unit,
    price: `${isFrom ? "from " : ""}${formatNaira(lowest)}`,
    note: `Minimum order ${formatCount(product.min_order)}`,
  };
}

function addressOfProduct(product: Drawn, store: string): string {
  return address("product", product.id, [...Object.values(productWords(product, store)), product.images[0] ?? ""]);
}

function addressOfPost({ id, title, featured_image }: DrawnPost, store: string): string {
  return address("post", id, [store, title, featured_image ?? ""]);
}

function address(noun: Noun, id: string, drawn: readonly string[]): string {
  const version = createHash("sha256")
    .update(JSON.stringify([SHARE_DESIGN, ...drawn]))
    .digest("base64url")
    .slice(0, 12);
  return `/share/${noun}-${id}-${version}.jpg`;
}

/**
 * The bytes of one of the shop's own pictures, from its folder or the object store; null for other hosts, which are not
 * fetched. Throws while the store does not answer, because a picture drawn without the photo would be permanent.
 */
async function ownPicture({ env, files }: Stored, from: string | undefined): Promise<Buffer | null> {
  if (!from || !LOCAL.test(from)) return null;
  const key = from.slice("/files/".length);
  const inFolder = await readFile(join(env.FILES_DIR, key)).catch(() => null);
  if (inFolder) return inFolder;
  const stored = await files.read(key);
  return stored && (await buffer(stored.body));
}
