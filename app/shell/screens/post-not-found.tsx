import { BLOG } from "#app/features/blog/links.ts";
import { MessageScreen } from "./message-screen.tsx";

/** The screen for a missing or unpublished post. The route sets the status code. */
export function PostNotFound() {
  return (
    <MessageScreen
      title="Post Not Found"
      text="The post was taken down or never existed. The blog has others that may answer your question."
      links={[
        { to: BLOG, label: "Back to Blog" },
        { to: "/", label: "Back to Home" },
      ]}
    />
  );
}
