import { cx } from "#app/ui/class-names.ts";

/** Typography of user-written HTML: line length, headings, lists, and tables that scroll horizontally. */
export const PROSE = cx(
  "max-w-[44rem] text-[1.0625rem] leading-relaxed break-words [&>*+*]:mt-4",
  "[&_h2]:mt-9! [&_h2]:font-display [&_h2]:text-2xl [&_h2]:leading-tight [&_h2]:font-bold",
  "[&_h3]:mt-7! [&_h3]:font-display [&_h3]:text-xl [&_h3]:font-bold [&_h4]:font-bold",
  "[&_a]:font-medium [&_a]:text-forest [&_a]:underline [&_a]:underline-offset-3",
  "[&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_li]:mt-1.5 [&_li]:pl-1",
  "[&_blockquote]:border-l-4 [&_blockquote]:border-amber [&_blockquote]:pl-4 [&_blockquote]:text-muted",
  "[&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-2xl [&_figcaption]:text-sm [&_figcaption]:text-muted",
  "[&_pre]:overflow-x-auto [&_pre]:rounded-xl [&_pre]:bg-sand-deep [&_pre]:p-4 [&_hr]:border-line",
  "[&_table]:block [&_table]:overflow-x-auto [&_th]:text-left",
  "[&_td]:border [&_td]:border-line [&_td]:px-3 [&_td]:py-2 [&_th]:border [&_th]:border-line [&_th]:bg-sand-deep [&_th]:px-3 [&_th]:py-2",
);

/** Content of a post. `html` was sanitized on the server. */
export function PostContent({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger -- the one place; what comes here went through cleanHtml
  return <div className={PROSE} dangerouslySetInnerHTML={{ __html: html }} />;
}
