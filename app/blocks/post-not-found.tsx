import { Link } from "react-router";
import { BLOG } from "#app/features/blog/links.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyCarton } from "./empty-carton.tsx";

/** What stands where a post is missing or not published. Its status code is the route's business. */
export function PostNotFound() {
  return (
    <div className="page-width flex flex-col items-center py-12 text-center sm:py-20">
      <meta name="robots" content="noindex" />
      <EmptyCarton />
      <h1 className="mt-6 font-display text-3xl font-extrabold tracking-tight sm:text-4xl">Post Not Found</h1>
      <p className="mt-3 max-w-md text-muted">
        The post was taken down, or never was. The blog has others that may answer your question.
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Link to={BLOG} className={buttonClass("primary", "md")}>
          Back to Blog
        </Link>
        <Link to="/" className={buttonClass("outline", "md")}>
          Back to Home
        </Link>
      </div>
    </div>
  );
}
