import { FAQ_CATEGORIES, type FaqCategory, type FaqItem } from "./content/faq.ts";

/** Filter of /faq. */
export type FaqFilter = { category: FaqCategory | "all"; q: string };

const MAX_SEARCH = 100;

/** Parses the query of /faq; unknown values are ignored. */
export function readFaq(query: URLSearchParams): FaqFilter {
  const category = FAQ_CATEGORIES.find((one) => one === query.get("category")) ?? "all";
  return { category, q: (query.get("q") ?? "").replace(/\s+/g, " ").trim().slice(0, MAX_SEARCH) };
}

/** URL of /faq with this filter. */
export function faqHref({ category, q }: FaqFilter): string {
  const query = new URLSearchParams();
  if (category !== "all") query.set("category", category);
  if (q !== "") query.set("q", q);
  return query.size > 0 ? `/faq?${query}` : "/faq";
}

/** Those `questions` of a category that contain all search words in question or answer. */
export function findQuestions(questions: readonly FaqItem[], { category, q }: FaqFilter): FaqItem[] {
  const words = plain(q).split(" ").filter(Boolean);
  return questions.filter((item) => {
    if (category !== "all" && item.category !== category) return false;
    const text = plain(`${item.question} ${item.answer}`);
    return words.every((word) => text.includes(word));
  });
}

/** Text in lower case without accents and punctuation. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
