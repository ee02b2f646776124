import sanitizeHtml from "sanitize-html";

const TAGS =
  "p br hr h2 h3 h4 blockquote pre code ul ol li figure figcaption img strong b em i u s sub sup a table thead tbody tr th td".split(
    " ",
  );

/**
 * The only policy for user-written HTML: text, headings, lists, tables, links and pictures. No scripts, handlers,
 * styles, classes, frames or forms. Links open in a new tab without an opener; pictures are loaded over https or from
 * the shop's own files. Sanitizing is idempotent.
 */
export function cleanHtml(dirty: string): string {
  return sanitizeHtml(dirty, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ["href", "target", "rel"],
      img: ["src", "alt", "width", "height", "loading"],
      th: ["colspan", "rowspan", "scope"],
      td: ["colspan", "rowspan"],
    },
    allowedSchemes: ["https", "http", "mailto", "tel"],
    allowedSchemesByTag: { img: ["https"] },
    allowProtocolRelative: false,
    // The page's title is its only heading of the first level.
    transformTags: {
      h1: "h2",
      a: (tagName, { href }) => {
        const attribs: Record<string, string> = href ? { href, target: "_blank", rel: "noopener noreferrer" } : {};
        return { tagName, attribs };
      },
      img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs["alt"] ?? "", loading: "lazy" } }),
    },
    // A link or picture without a valid address is removed.
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs["src"],
  }).trim();
}
