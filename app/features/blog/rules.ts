export const MAX_TITLE = 200;
export const MAX_EXCERPT = 400;
/** Characters of cleaned HTML: about 15,000 words. */
export const MAX_CONTENT = 200_000;
/** A posted form of a post, encoded, with the content before and after the edit. */
export const MAX_POST_BYTES = 2_000_000;
/** Posts on one page of the list. */
export const PAGE_SIZE = 9;
/** Product cards that one post shows at most. */
export const MAX_PRODUCTS = 8;

const WORDS_PER_MINUTE = 220;
const PRODUCT_LINK = /href="(?:https?:\/\/[^/"]+)?\/product\/([^"/?#]+)/g;

/** The slug of a title: lower case, punctuation removed, spaces to hyphens; "post" where nothing is left. */
export function slugOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/[\s-]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 120)
    .replace(/-$/, "");
  return slug === "" ? "post" : slug;
}

/** The address that a typed one means: "example.com" -> "https://example.com"; paths of the shop stay; "" for none. */
export function linkHref(typed: string): string {
  const url = typed.trim();
  return url === "" || /^(https?:|\/(?!\/)|mailto:|tel:)/i.test(url) ? url : `https://${url.replace(/^\/+/, "")}`;
}

/** The words of cleaned HTML in one line, without tags; entities stay. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whole minutes that reading takes, at least 1. */
export function readingMinutes(html: string): number {
  const text = textOfHtml(html);
  return Math.max(1, Math.round((text === "" ? 0 : text.split(" ").length) / WORDS_PER_MINUTE));
}

/** Ids or slugs of the products that cleaned HTML links to, each once, in their order, at most `MAX_PRODUCTS`. */
export function namedProducts(html: string): string[] {
  const keys = [...html.matchAll(PRODUCT_LINK)].map((match) => decoded(match[1] ?? ""));
  return [...new Set(keys)].filter((key) => key !== "").slice(0, MAX_PRODUCTS);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
