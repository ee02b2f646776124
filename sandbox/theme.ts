import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Hono } from "hono";
import { compress } from "hono/compress";

const face = (family: string, file: string, range: string) =>
  `@font-face{font-family:"${family}";src:url("/__look/${file}") format("woff2");font-weight:400 800;font-display:swap;unicode-range:${range}}`;

const LATIN = "U+0020-007E,U+00A0-00FF,U+2013-2026,U+2032-2033,U+20AC,U+2122,U+2190-2193,U+2212,U+2713";
/** With the naira sign; the fonts' third file, dotted letters, is left to the system's font. */
const NIGERIAN =
  "U+0100-0101,U+0112-0113,U+012A-012B,U+014C-014D,U+016A-016B,U+0181,U+018A,U+0198-0199,U+01B3-01B4,U+0253,U+0257,U+20A6";

/** Tokens, fonts and controls of all sandboxes, in the shop's style. */
export const THEME_CSS = `
${face("Inter", "inter-latin.woff2", LATIN)}
${face("Inter", "inter-nigerian.woff2", NIGERIAN)}
${face("Bricolage", "bricolage-latin.woff2", LATIN)}
${face("Bricolage", "bricolage-nigerian.woff2", NIGERIAN)}
:root{--ink:#14201b;--forest:#0f5b3e;--forest-deep:#0a442e;--leaf:#e8f3ec;--amber:#f2a93b;--amber-soft:#fdf1dc;--clay:#c0492b;
--clay-deep:#9c371e;--clay-soft:#fbeae5;--sand:#faf7f2;--line:#e5e0d6;--edge:#8b9189;--muted:#56625b;--white:#fff;color-scheme:light}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;color:var(--ink);font:16px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1,h2,h3,p,ul,ol,dl,dd,fieldset{margin:0;padding:0;border:0}
ul,ol{list-style:none}
h1,h2,.display{font-family:Bricolage,Inter,system-ui,sans-serif;line-height:1.15;letter-spacing:-.01em;text-wrap:balance}
a{color:var(--forest)}
button,input,select{font:inherit;color:inherit}
button{cursor:pointer}
[hidden]{display:none!important}
:focus-visible{outline:3px solid var(--forest);outline-offset:2px}
.quiet{color:var(--muted)}
.sr{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:48px;padding:10px 20px;border:1.5px solid var(--forest);
border-radius:14px;background:var(--forest);color:#fff;font-weight:600;text-align:center;text-decoration:none;transition:background-color .15s}
.button:hover{background:var(--forest-deep)}
.button.outline{background:#fff;color:var(--forest)}
.button.outline:hover{background:var(--leaf)}
.button.danger{background:#fff;color:var(--clay-deep);border-color:var(--clay)}
.button.danger:hover{background:var(--clay-soft)}
.input{width:100%;min-height:48px;padding:10px 14px;border:1px solid var(--edge);border-radius:12px;background:#fff}
.input::placeholder{color:#6b756f;opacity:1}
.input:focus{outline:3px solid var(--forest);outline-offset:-1px;border-color:var(--forest)}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation:none!important;transition:none!important}}
`;

/**
 * Serves the shop's fonts at /__look/, and compresses what Hono answers, as the services that are played here do. Without the
 * fonts the pages use system fonts.
 */
export function serveLook(app: Hono): void {
  const { resolve } = createRequire(import.meta.url);
  app.use(compress());
  app.get("/__look/:file{[a-z-]+\\.woff2}", async (c) => {
    try {
      // By the package's name, since the server is bundled.
      const bytes = await readFile(resolve(`#app/styles/fonts/${c.req.param("file")}`));
      return c.body(new Uint8Array(bytes), 200, {
        "content-type": "font/woff2",
        "cache-control": "public, max-age=86400",
      });
    } catch {
      return c.notFound();
    }
  });
}
