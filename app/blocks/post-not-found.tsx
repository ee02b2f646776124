import { Link } from "react-router";
import { BLOG } from "#app/features/blog/links.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { MessageScreen } from "./message-screen.tsx";

/** The screen for a missing or unpublished post. The route sets the status code. */
export function PostNotFound() {
  return (
    <MessageScreen
      title="Post Not Found"
      text="The post was taken down or never existed. The blog has others that may answer your question."
      actions={
        <>
          <Link to={BLOG} className={buttonClass("primary", "md")}>
            Back to Blog
          </Link>
          <Link to="/" className={buttonClass("outline", "md")}>
            Back to Home
          </Link>
        </>
      }
    />
  );
}
