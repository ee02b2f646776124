import { createHash, randomUUID } from "node:crypto";
import { createContext } from "react-router";

/** The CSP sources of a page's inline scripts, such as `'sha256-...'`, collected while it is rendered. */
export const scriptSourcesContext = createContext<string[]>();

/** Marks the renderer's own scripts in one page. Content is stored earlier, so it cannot contain it. */
export function newNonce(): string {
  return randomUUID();
}

/**
 * Removes the nonce from a rendered page, UTF-8 read as Latin-1, and returns the CSP sources of the inline scripts that
 * had it. A script from content has none and does not run. The page may then be cached.
 */
export function takeOwnScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`;
  const scripts = html.matchAll(new RegExp(`<script(?=[^>]*${mark})(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`, "g"));
  const sources = new Set(
    [...scripts].map(([, code = ""]) => `'sha256-${createHash("sha256").update(code, "latin1").digest("base64")}'`),
  );
  return { html: html.replaceAll(mark, ""), sources: [...sources] };
}
