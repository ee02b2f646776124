import { Rss } from "lucide-react";
import { data } from "react-router";
import { PostList } from "#app/features/blog/components/post-list.tsx";
import { ATOM, blogHref, RSS } from "#app/features/blog/links.ts";
import { publishedPosts } from "#app/features/blog/queries.server.ts";
import { readPage } from "#app/features/search/schema.ts";
import { BLOG_INTRO } from "#app/features/site/content.ts";
import { pageHead } from "#app/lib/page-head.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { pageTitle, storeFromMatches } from "#app/shell/storefront/root-data.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager/pager.tsx";
import type { Route } from "./+types/blog.ts";

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [{ title: pageTitle(matches, "Blog") }];
  const { page, baseUrl } = loaderData;
  const { name } = storeFromMatches(matches);
  const title = pageTitle(matches, page > 1 ? `Blog, page ${page}` : "Blog");
  const feed = { tagName: "link", rel: "alternate", title: `${name} blog` };
  return [
    ...pageHead({ title, description: BLOG_INTRO, url: `${baseUrl}${blogHref(page)}`, noindex: loaderData.beyond }),
    { ...feed, type: "application/rss+xml", href: RSS },
    { ...feed, type: "application/atom+xml", href: ATOM },
  ];
}

export const headers: Route.HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, baseUrl } = context.get(shopContext);
  const list = await publishedPosts(db, readPage(url.searchParams).state.page);
  return data({ ...list, baseUrl }, { status: list.beyond ? 404 : 200 });
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { posts, page, pages } = loaderData;
  return (
    <div className="page-width py-6 sm:py-9">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:mb-8">
        <div>
          <h1 className="font-display text-3xl font-extrabold tracking-tight sm:text-4xl">Blog</h1>
          <p className="mt-2 max-w-2xl text-muted">{BLOG_INTRO}</p>
        </div>
        <a
          href={RSS}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-forest underline-offset-4 hover:underline"
        >
          <Rss aria-hidden className="size-4.5" />
          RSS feed
        </a>
      </div>
      {posts.length === 0 ? (
        <EmptyState title={page > 1 ? "There is no such page" : "No posts yet"}>
          {page > 1 ? "The blog has fewer pages than that." : "The first one is being written. Please come back soon."}
        </EmptyState>
      ) : (
        <PostList posts={posts} heading="h2" eager />
      )}
      <Pager page={page} pages={pages} href={blogHref} label="Pages of the blog" />
    </div>
  );
}

export const ErrorBoundary = loadErrorBoundary("Failed to load blog posts");
