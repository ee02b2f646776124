/** Form values of a post; `published` is "1" when set. */
export type PostValues = { title: string; excerpt: string; content: string; featured_image: string; published: string };

export const EMPTY_POST: PostValues = { title: "", excerpt: "", content: "", featured_image: "", published: "" };

/** A stored post as form values. */
export function postValues(
  post: Omit<PostValues, "featured_image" | "published"> & { featured_image: string | null; published: boolean },
): PostValues {
  const { title, excerpt, content } = post;
  return { title, excerpt, content, featured_image: post.featured_image ?? "", published: post.published ? "1" : "" };
}
