import type { MetaDescriptor } from "react-router";
import { pageHead } from "#app/lib/page-head.ts";
import { pageTitle, type RouteMatches } from "../storefront/root-data.ts";

type Page = { title: string; description: string | ((matches: RouteMatches) => string); path: string };
type Args = { matches: RouteMatches; loaderData?: { baseUrl: string } | undefined };

/** The `meta` function of a content page. Without data, because its loader failed, there is no canonical address. */
export function pageMeta({ title, path, description }: Page) {
  return ({ matches, loaderData }: Args): MetaDescriptor[] => {
    const full = pageTitle(matches, title);
    if (!loaderData) return [{ title: full }, { name: "robots", content: "noindex" }];
    return pageHead({
      description: typeof description === "string" ? description : description(matches),
      title: full,
      url: loaderData.baseUrl + path,
    });
  };
}
