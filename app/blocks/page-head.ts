import type { MetaDescriptor } from "react-router";

type PageHead = {
  /** The whole title, with the shop's name where it belongs. */
  title: string;
  description: string;
  /** The canonical address, with its origin. */
  url: string;
  /** The picture that is shown where the page is shared, with or without origin; the shop's own without one. */
  image?: string | undefined;
  type?: "website" | "article" | "product";
  /** JSON-LD, as loaders make it (structured-data.server.ts). */
  structured?: readonly object[] | undefined;
  noindex?: boolean;
};

/** What search engines and social networks read of a page: the one list of these tags. */
export function pageHead({
  title,
  description,
  url,
  image = "/og.png",
  type = "website",
  structured = [],
  noindex = false,
}: PageHead): MetaDescriptor[] {
  const tags: MetaDescriptor[] = [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: type },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: new URL(image, url).href },
  ];
  if (noindex) tags.push({ name: "robots", content: "noindex, follow" });
  return [...tags, ...structured.map((data) => ({ "script:ld+json": data }))];
}
