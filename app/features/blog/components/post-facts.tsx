import { formatDate } from "#app/lib/dates.ts";
import type { PostCard } from "../queries.server.ts";

/** Publication date and reading time. */
export function PostFacts({ post }: { post: Pick<PostCard, "published_at" | "minutes"> }) {
  return (
    <p className="text-sm text-muted">
      <time dateTime={post.published_at.toISOString()}>{formatDate(post.published_at)}</time>
      <span aria-hidden> · </span>
      {post.minutes} min read
    </p>
  );
}
