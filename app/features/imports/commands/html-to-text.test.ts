import { expect, test } from "vitest";
import { htmlToText } from "./html-to-text.server.ts";

test.each([
  ["", ""],
  ["Plain words, nothing else. ", "Plain words, nothing else."],
  ["<p>One</p><p>Two</p>", "One\n\nTwo"],
  ["<p>One\n   line</p>\n\n\n<p>Two<br>three</p>", "One line\n\nTwo\nthree"],
  ["One paragraph.\n\nAnother,\nwith a break.", "One paragraph.\n\nAnother,\nwith a break."],
  ["<h2>In the box</h2><ul><li>12 <b>tins</b></li><li>1 opener</li></ul>", "In the box\n\n- 12 tins\n- 1 opener"],
  ["Fish &amp; chips &eacute;t&eacute; &#8358;500&nbsp;only &quot;now&quot;", 'Fish & chips été ₦500 only "now"'],
  ["5 < 6 &lt;b&gt; 7 &amp;lt; 8", "5 < 6 <b> 7 &lt; 8"],
  [
    "<script>steal()</script><style>p{}</style>Safe <img src=x onerror=steal()><a href='javascript:x'>link</a>",
    "Safe link",
  ],
  ["<p onclick=steal()>Text</p><!-- note -->", "Text"],
  [
    "<table><tr><td>Weight</td><td>50 kg</td></tr><tr><td>Origin</td><td>Kano</td></tr></table>",
    "Weight 50 kg\nOrigin Kano",
  ],
  ["<p>never <b>closed", "never closed"],
  ["nul\u0000 bell\u0007", "nul bell"],
])("%j", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});
