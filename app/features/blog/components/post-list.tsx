import { Link } from "#app/ui/link.tsx";
import { postHref } from "../links.ts";
import type { PostCard } from "../queries.server.ts";
import { PostCover } from "./post-cover.tsx";
import { PostFacts } from "./post-facts.tsx";

type PostListProps = { posts: readonly PostCard[]; heading: "h2" | "h3"; eager?: boolean };

const SIZES = "(min-width: 1024px) 380px, (min-width: 640px) 46vw, 92vw";

/** Cards of posts. The link in the title covers the whole card. */
export function PostList({ posts, heading: Heading, eager }: PostListProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5">
      {posts.map((post, i) => (
        <li key={post.id} className="min-w-0">
          <article className="card group relative flex h-full flex-col overflow-hidden transition-shadow hover:shadow-lift">
            <PostCover address={post.featured_image} sizes={SIZES} eager={eager && i === 0} />
            <div className="flex flex-1 flex-col p-4 sm:p-5">
              <PostFacts post={post} />
              <Heading className="mt-1.5 font-display text-lg leading-snug font-bold text-balance break-words">
                <Link
                  to={postHref(post.slug)}
                  prefetch="intent"
                  className="after:absolute after:inset-0 after:rounded-2xl group-hover:text-forest focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-forest"
                >
                  {post.title}
                </Link>
              </Heading>
              {post.excerpt === "" ? null : (
                <p className="mt-2 line-clamp-3 text-[0.9375rem] break-words text-muted">{post.excerpt}</p>
              )}
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}
