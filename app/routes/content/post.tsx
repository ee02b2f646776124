import { isRouteErrorResponse } from "react-router";
import { ProductGrid } from "#app/blocks/product-grid.tsx";
import { PostArticle } from "#app/features/blog/components/post-article.tsx";
import { PostList } from "#app/features/blog/components/post-list.tsx";
import { BLOG, postHref } from "#app/features/blog/links.ts";
import { productsOf, publishedPost, relatedPosts } from "#app/features/blog/queries.server.ts";
import { ShareButton } from "#app/features/products/components/share-button.tsx";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { cacheTagsContext, shopContext, structuredDataContext } from "#app/platform/context.server.ts";
import { LoadError } from "#app/shell/screens/load-error.tsx";
import { PostNotFound } from "#app/shell/screens/post-not-found.tsx";
import { movedOrMissing } from "#app/shell/seo/moved.server.ts";
import { postMeta } from "#app/shell/seo/post-meta.server.ts";
import { postPictureAddress } from "#app/shell/seo/share-pictures.server.ts";
import { breadcrumbData, postData } from "#app/shell/seo/structured-data.server.ts";
import { headMeta } from "#app/shell/storefront/root-data.ts";
import { Link } from "#app/ui/link.tsx";
import { Section } from "#app/ui/section.tsx";
import type { Route } from "./+types/post.ts";

export const meta = headMeta("Post Not Found");

export const headers: Route.HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {};

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { db, baseUrl } = shop;
  const post = await publishedPost(db, params.slug);
  if (!post) throw await movedOrMissing(db, "post", params.slug);
  const products = await productsOf(db, post);
  const related = await relatedPosts(db, post);
  const tags = context.get(cacheTagsContext);
  for (const { id } of products) tags.products.add(id);
  const store = await currentStore(shop);
  const image = await postPictureAddress(shop, post);
  const crumbs = [
    { name: "Blog", path: BLOG },
    { name: post.title, path: postHref(post.slug) },
  ];
  context.get(structuredDataContext).push(postData(post, image, store, baseUrl), breadcrumbData(crumbs, baseUrl));
  return { post, products, related, head: postMeta({ post, baseUrl, image }, store) };
}

export default function PostPage({ loaderData }: Route.ComponentProps) {
  const { post, products, related } = loaderData;
  return (
    <div className="page-width pt-4 pb-10 sm:pt-6">
      <article>
        <nav aria-label="Breadcrumb" className="mx-auto max-w-[60rem] text-sm text-muted">
          <Link
            to={BLOG}
            className="inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline sm:min-h-8"
          >
            Blog
          </Link>
        </nav>
        <PostArticle post={post} actions={<ShareButton title={post.title} />} />
      </article>
      {products.length === 0 ? null : (
        <Section id="products" title="Products in this post" className="pt-10 pb-0 sm:pt-14 sm:pb-0">
          <ProductGrid products={products} />
        </Section>
      )}
      {related.length === 0 ? null : (
        <Section id="related" title="Related posts" className="pt-10 pb-0 sm:pt-14 sm:pb-0">
          <PostList posts={related} heading="h3" />
        </Section>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <PostNotFound />;
  return <LoadError error={error} message="Failed to load blog post" />;
}
