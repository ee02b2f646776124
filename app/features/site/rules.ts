import { FAQ, FAQ_CATEGORIES, type FaqCategory, type FaqItem } from "./content/faq.ts";

/** What the address of /faq says. */
export type FaqFilter = { category: FaqCategory | "all"; q: string };

const MAX_SEARCH = 100;

/** Reads /faq's query; what it does not know counts as not given. */
export function readFaq(query: URLSearchParams): FaqFilter {
  const category = FAQ_CATEGORIES.find((one) => one === query.get("category")) ?? "all";
  return { category, q: (query.get("q") ?? "").replace(/\s+/g, " ").trim().slice(0, MAX_SEARCH) };
}

/** The address of /faq with this filter. */
export function faqHref({ category, q }: FaqFilter): string {
  const query = new URLSearchParams();
  if (category !== "all") query.set("category", category);
  if (q !== "") query.set("q", q);
  return query.size > 0 ? `/faq?${query}` : "/faq";
}

/** The questions of a category that have all the words of a search, in question or answer. */
export function findQuestions({ category, q }: FaqFilter, items: readonly FaqItem[] = FAQ): FaqItem[] {
  const words = plain(q).split(" ").filter(Boolean);
  return items.filter((item) => {
    if (category !== "all" && item.category !== category) return false;
    const text = plain(`${item.question} ${item.answer}`);
    return words.every((word) => text.includes(word));
  });
}

/** Lower case without accents and punctuation. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
