import type { MetaDescriptor } from "react-router";

type PageHead = {
  /** The complete title, including the shop's name if wanted. */
  title: string;
  description: string;
  /** The canonical address, with its origin. */
  url: string;
  /** The share picture, with or without origin; defaults to the shop's own. */
  image?: string | undefined;
  type?: "website" | "article" | "product";
  noindex?: boolean;
};

/** The meta tags for search engines and social networks, for all pages. */
export function pageHead({
  title,
  description,
  url,
  image = "/og.png",
  type = "website",
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
  return tags;
}
