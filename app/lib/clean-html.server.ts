import sanitizeHtml from "sanitize-html";

const TAGS =
  "p br hr h2 h3 h4 blockquote pre code ul ol li figure figcaption img strong b em i u s sub sup a table thead tbody tr th td".split(
    " ",
  );

/**
 * The one policy for HTML that people write: text, headings, lists, tables, links and pictures. No scripts, handlers,
 * styles, classes, frames or forms. Links open in a new tab without a handle on ours; pictures come over https or from
 * the shop's own files. Cleaning what is clean changes nothing.
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
    // The page has one heading of the first level: its title.
    transformTags: {
      h1: "h2",
      a: (tagName, { href }) => {
        const attribs: Record<string, string> = href ? { href, target: "_blank", rel: "noopener noreferrer" } : {};
        return { tagName, attribs };
      },
      img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs["alt"] ?? "", loading: "lazy" } }),
    },
    // A link or picture whose address was refused is no use; nor is an empty one.
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs["src"],
  }).trim();
}
