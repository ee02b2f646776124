import { createHash, randomBytes } from "node:crypto";
import { createContext } from "react-router";

/** The page being made collects here the CSP sources of its inline scripts, such as `'sha256-...'`. */
export const scriptSourcesContext = createContext<string[]>();

/** Marks what the renderer itself puts into one page. Content, written earlier, cannot know it. */
export function newNonce(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * Takes the nonce out of a rendered page and answers the CSP sources of the inline scripts that carried it. A script that
 * came into the page in another way, such as in somebody's text, has none and does not run. The page may be cached.
 */
export function takeOwnScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`;
  const scripts = html.matchAll(new RegExp(`<script(?=[^>]*${mark})(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`, "g"));
  const sources = new Set(
    [...scripts].map(([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`),
  );
  return { html: html.replaceAll(mark, ""), sources: [...sources] };
}
