import { createHash, randomUUID } from "node:crypto";
import { createContext } from "react-router";

/** The CSP sources of a page's inline scripts, such as `'sha256-...'`, collected while it is rendered. */
export const scriptSourcesContext = createContext<string[]>();

/** Marks the renderer's own scripts in one page. Content is stored earlier, so it cannot contain it. */
export function newNonce(): string {
  return randomUUID();
}

/**
 * Removes the nonce from the bytes of a rendered page and returns the CSP sources of the inline scripts that had it. A
 * script from content has none and does not run. The page may then be cached.
 */
export function takeOwnScripts(rendered: Buffer, nonce: string): { page: Buffer; sources: string[] } {
  const mark = Buffer.from(` nonce="${nonce}"`);
  const parts: Buffer[] = [];
  const sources = new Set<string>();
  let rest = 0;
  for (let at = rendered.indexOf(mark); at !== -1; at = rendered.indexOf(mark, rest)) {
    parts.push(rendered.subarray(rest, at));
    rest = at + mark.length;
    const end = rendered.indexOf(">", rest) + 1;
    const tag = rendered.toString("latin1", rendered.lastIndexOf("<", at), end);
    if (!tag.startsWith("<script") || /\ssrc=/.test(tag)) continue;
    const code = rendered.subarray(end, rendered.indexOf("</script>", end));
    sources.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
  parts.push(rendered.subarray(rest));
  return { page: Buffer.concat(parts), sources: [...sources] };
}
