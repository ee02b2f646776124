import type { ReactNode } from "react";
import type { PostCard } from "../queries.server.ts";
import { PostContent } from "./post-content.tsx";
import { PostCover } from "./post-cover.tsx";
import { PostFacts } from "./post-facts.tsx";

type PostArticleProps = {
  post: Pick<PostCard, "title" | "featured_image" | "published_at" | "minutes"> & { content: string };
  heading?: "h1" | "h3";
  /** Beside the date. */
  actions?: ReactNode;
};

const COLUMN = "mx-auto max-w-[44rem]";

/** A post as its readers see it, on its page and in the preview of its form. */
export function PostArticle({ post, heading: Heading = "h1", actions }: PostArticleProps) {
  return (
    <>
      <div className={COLUMN}>
        <Heading className="mt-2 font-display text-3xl leading-tight font-extrabold tracking-tight break-words sm:text-[2.5rem]">
          {post.title}
        </Heading>
        <div className="mt-3 flex items-center justify-between gap-4">
          <PostFacts post={post} />
          {actions}
        </div>
      </div>
      <PostCover
        address={post.featured_image}
        sizes="(min-width: 1024px) 960px, 92vw"
        eager
        className="mx-auto my-5 max-w-[60rem] rounded-2xl sm:my-7"
      />
      <div className={COLUMN}>
        <PostContent html={post.content} />
      </div>
    </>
  );
}
