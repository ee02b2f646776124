import { data, redirect } from "react-router";
import { postHref } from "#app/features/blog/links.ts";
import { postById } from "#app/features/blog/queries.server.ts";
import { categoryHref, distributorHref, nameSlug, productHref } from "#app/features/products/links.ts";
import { allCategories, productByIdOrSlug } from "#app/features/products/queries.server.ts";
import { formerNameOwners, formerOwner } from "#app/platform/slug-redirects.server.ts";
import type { Tx } from "#db/client.server.ts";

/** Records whose former slugs redirect. */
type SlugNoun = "product" | "category" | "post";

/** The response that a loader throws for an unknown slug: a 301 to its former record, else a 404. */
export async function movedOrMissing(db: Tx, noun: SlugNoun, slug: string) {
  const id = await formerOwner(db, noun, slug);
  return answer(id === null ? null : await HREFS[noun](db, id));
}

/** The same for a distributor slug without products: its products belong to another distributor now. */
export async function movedDistributor(db: Tx, slug: string) {
  for (const id of await formerNameOwners(db, "distributor", slug, nameSlug)) {
    const product = await productByIdOrSlug(db, id);
    const href = product && distributorHref(product.distributor);
    if (href !== null && href !== distributorHref(slug)) return answer(href);
  }
  return answer(null);
}

function answer(href: string | null) {
  return href === null ? data(null, { status: 404 }) : redirect(href, 301);
}

/** The address of a public record, or null. */
const HREFS: Record<SlugNoun, (db: Tx, id: string) => Promise<string | null>> = {
  product: async (db, id) => {
    const product = await productByIdOrSlug(db, id);
    return product && productHref(product.slug);
  },
  category: async (db, id) => {
    const category = (await allCategories(db)).find((one) => one.id === id);
    return category ? categoryHref(category.slug) : null;
  },
  post: async (db, id) => {
    const post = await postById(db, id);
    return post && postHref(post.slug);
  },
};
