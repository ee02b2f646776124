const ANCHOR = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a>/gi;
const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
  "#x2F": "/",
  nbsp: " ",
};

export type MailLink = { href: string; label: string };

/** The web addresses of a mail's HTML links, each once, in order, with their text. */
export function linksOf(mailHtml: string): MailLink[] {
  const links = new Map<string, MailLink>();
  for (const [, double, single, content] of mailHtml.matchAll(ANCHOR)) {
    const href = decode(double ?? single ?? "").trim();
    if (!/^https?:\/\//i.test(href) || links.has(href)) continue;
    const words = decode((content ?? "").replace(/<!--[\s\S]*?-->|<[^>]*>/g, " "))
      .replace(/\s+/g, " ")
      .trim();
    links.set(href, { href, label: words || href });
  }
  return [...links.values()];
}

function decode(text: string): string {
  return text.replace(
    /&(#?\w+);/g,
    (whole, name: string) => (Object.hasOwn(ENTITIES, name) && ENTITIES[name]) || whole,
  );
}
