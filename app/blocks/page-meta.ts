import type { MetaDescriptor } from "react-router";
import { pageTitle, type Matches } from "./root-data.ts";

type PageMeta = {
  title: string;
  description: string;
  path: string;
  /** Missing where the loader failed; then there is no canonical address. */
  baseUrl: string | undefined;
  noindex?: boolean;
};

/** Head of a page of words: title, description, canonical address and what social networks show of it. */
export function pageMeta(matches: Matches, { title, description, path, baseUrl, noindex }: PageMeta): MetaDescriptor[] {
  const full = pageTitle(matches, title);
  const tags: MetaDescriptor[] = [
    { title: full },
    { name: "description", content: description },
    { property: "og:type", content: "website" },
    { property: "og:title", content: full },
    { property: "og:description", content: description },
  ];
  if (noindex) tags.push({ name: "robots", content: "noindex" });
  if (baseUrl === undefined) return tags;
  return [
    ...tags,
    { tagName: "link", rel: "canonical", href: baseUrl + path },
    { property: "og:url", content: baseUrl + path },
    { property: "og:image", content: `${baseUrl}/og.png` },
  ];
}
