import sanitizeHtml from "sanitize-html";

const BLOCKS = [
  ..."p div section article blockquote pre h1 h2 h3 h4 h5 h6 ul ol dl table".split(" "),
  ..."li dt dd tr br td th hr".split(" "),
];

/**
 * Plain text of HTML: tags, scripts and styles removed, entities decoded, an empty line between paragraphs, list items
 * on separate lines. Text without tags keeps its line breaks.
 */
export function htmlToText(html: string): string {
  const clean = sanitizeHtml(html, { allowedTags: BLOCKS, allowedAttributes: {} });
  const isMarkup = /<[a-z]/.test(clean);
  return (
    clean
      .replace(/\s*\n\s*/g, (space) => (isMarkup ? " " : space))
      .replace(/<li>/g, "\n- ")
      .replace(/<(br|hr) \/>|<(tr|dt|dd)>/g, "\n")
      .replace(/<\/(td|th)>/g, " ")
      .replace(/<\/?(p|div|section|article|blockquote|pre|h\d|ul|ol|dl|table)>/g, "\n\n")
      .replace(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
      .replace(/[^\S\n]+/g, " ")
      // oxlint-disable-next-line no-control-regex -- PostgreSQL text takes no NUL, and the others show nothing
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, "")
      .replace(/ ?\n ?/g, "\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
  );
}
