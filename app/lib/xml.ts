/** Characters that XML 1.0 does not allow, even escaped. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Escapes a text for XML content and attributes. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** An XML response. */
export function xmlResponse(xml: string, type = "application/xml"): Response {
  return new Response(xml, { headers: { "Content-Type": `${type}; charset=utf-8` } });
}
