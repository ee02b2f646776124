import { redirect } from "react-router";
import { shopContext } from "#app/platform/context.server.ts";
import { sharePicture } from "#app/shell/seo/share-pictures.server.ts";
import type { Route } from "./+types/share-picture.ts";

/** The share picture of a product or post. Its address contains its version, so it never changes. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const picture = await sharePicture(context.get(shopContext), params.file);
  if (picture === null) return new Response("Not found", { status: 404 });
  if (picture === "busy") return new Response("Please try again", { status: 503, headers: { "Retry-After": "10" } });
  if ("moved" in picture) return redirect(picture.moved, 302);
  return new Response(new Uint8Array(picture.jpeg), {
    headers: { "Content-Type": "image/jpeg", "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
