import type { MetaDescriptor } from "react-router";
import { pageHead } from "./page-head.ts";
import { pageTitle, type Matches } from "./root-data.ts";

type PageMeta = {
  title: string;
  description: string;
  path: string;
  /** Missing where the loader failed; then there is no canonical address. */
  baseUrl: string | undefined;
  noindex?: boolean;
  structured?: readonly object[] | undefined;
};

/** Head of a page of words. */
export function pageMeta(matches: Matches, { title, path, baseUrl, ...page }: PageMeta): MetaDescriptor[] {
  const full = pageTitle(matches, title);
  if (baseUrl === undefined) return [{ title: full }, { name: "robots", content: "noindex" }];
  return pageHead({ ...page, title: full, url: baseUrl + path });
}
