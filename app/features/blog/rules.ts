export const MAX_TITLE = 200;
export const MAX_EXCERPT = 400;
/** Maximum length of sanitized HTML, in characters: about 15,000 words. */
export const MAX_CONTENT = 200_000;
/** Maximum size of an encoded form with content before and after the edit. */
export const MAX_POST_BYTES = 2_000_000;
/** Page size of the list. */
export const POSTS_PER_PAGE = 9;
/** Maximum number of product cards in a post. */
export const MAX_PRODUCTS = 8;

const WORDS_PER_MINUTE = 220;
const PRODUCT_LINK = /href="(?:https?:\/\/[^/"]+)?\/product\/([^"/?#]+)/g;

/** Slug of a title: lower case, without punctuation, spaces as hyphens; "post" if empty. */
export function postSlug(title: string): string {
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

/** Normalizes a typed URL: "example.com" -> "https://example.com"; paths of the shop are kept; "" for none. */
export function linkHref(input: string): string {
  const url = input.trim();
  return url === "" || /^(https?:|\/(?!\/)|mailto:|tel:)/i.test(url) ? url : `https://${url.replace(/^\/+/, "")}`;
}

/** Text of sanitized HTML in one line; entities are not decoded. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Reading time in whole minutes, at least 1. */
export function readingMinutes(html: string): number {
  const text = textOfHtml(html);
  return Math.max(1, Math.round((text === "" ? 0 : text.split(" ").length) / WORDS_PER_MINUTE));
}

/** Distinct ids or slugs of products linked in sanitized HTML, in order, at most `MAX_PRODUCTS`. */
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
