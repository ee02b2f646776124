import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { postById, type Post } from "#app/features/blog/queries.server.ts";
import { productByIdOrSlug, type ProductDetail } from "#app/features/catalog/queries.server.ts";
import { minimumQuantity, unitPrice } from "#app/features/catalog/rules/pricing.ts";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { BoundedWork } from "#app/lib/bounded-work.ts";
import type { Shop } from "#app/lib/context.server.ts";
import { formatNaira } from "#app/lib/money.ts";
import { drawPostCard, drawProductCard, SHARE_DESIGN } from "#app/lib/share-picture.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

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
const work = new BoundedWork({ atOnce: 1, waiting: 30, bytes: 16 * 1024 * 1024 });

/** Where the picture of a shared product is: another address as soon as it would look different. */
export async function productPictureAddress(shop: Settled, product: Drawn): Promise<string> {
  return addressOfProduct(product, (await currentStore(shop)).name);
}

/** Where the picture of a shared post is. */
export async function postPictureAddress(shop: Settled, post: DrawnPost): Promise<string> {
  return addressOfPost(post, (await currentStore(shop)).name);
}

/**
 * The picture `file` ("product-<id>-<version>.jpg"): a JPEG, the address of its newer version, null when there is no such
 * product or published post, or "busy".
 */
export async function sharePicture(
  shop: Pick<Shop, "db" | "env" | "log">,
  file: string,
): Promise<{ jpeg: Buffer } | { moved: string } | "busy" | null> {
  const [, noun, id = ""] = NAME.exec(file) ?? [];
  if (!noun || !isUuid(id)) return null;
  const store = (await currentStore(shop)).name;
  const card = noun === "product" ? await productCard(shop, id, store) : await postCard(shop, id, store);
  if (!card) return null;
  if (card.address !== `/share/${file}`) return { moved: card.address };
  const jpeg = await work.run(card.address, card.draw);
  return jpeg ? { jpeg } : "busy";
}

async function productCard({ db, env }: Pick<Shop, "db" | "env">, id: string, store: string) {
  const product = await productByIdOrSlug(db, id);
  if (!product) return null;
  const picture = product.images[0];
  const draw = async () =>
    await drawProductCard({ ...productWords(product, store), picture: await localPicture(env.FILES_DIR, picture) });
  return { address: addressOfProduct(product, store), draw };
}

async function postCard({ db, env }: Pick<Shop, "db" | "env">, id: string, store: string) {
  const post = await postById(db, id);
  if (!post) return null;
  const { title, featured_image } = post;
  const draw = async () =>
    await drawPostCard({ store, title, picture: await localPicture(env.FILES_DIR, featured_image) });
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
    note: `Minimum order ${product.min_order.toLocaleString("en-NG")}`,
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

/** The bytes of one of the shop's own pictures; pictures of other hosts are not fetched. */
async function localPicture(folder: string, from: string | null | undefined): Promise<Buffer | null> {
  if (!from || !LOCAL.test(from)) return null;
  return await readFile(join(folder, from.slice("/files/".length))).catch(() => null);
}
