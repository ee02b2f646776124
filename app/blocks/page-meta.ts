import type { MetaDescriptor } from "react-router";
import { pageHead } from "./page-head.ts";
import { pageTitle, type Matches } from "./root-data.ts";

type PageMeta = {
  title: string;
  description: string;
  path: string;
  /** Missing if the loader failed; then there is no canonical address. */
  baseUrl: string | undefined;
};

/** Meta tags of a content page. */
export function pageMeta(matches: Matches, { title, path, baseUrl, ...page }: PageMeta): MetaDescriptor[] {
  const full = pageTitle(matches, title);
  if (baseUrl === undefined) return [{ title: full }, { name: "robots", content: "noindex" }];
  return pageHead({ ...page, title: full, url: baseUrl + path });
}
