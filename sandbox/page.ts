import { html } from "hono/html";

/** Template tag for markup: values are escaped unless they are markup; lists are joined, null and false are omitted. */
export const markup = html;
export type Markup = ReturnType<typeof markup>;

/** The document around `body`, an element of that name; `styles` is the address of its style sheet. */
export function page(title: string, styles: string, body: Markup): Markup {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${styles}" />
      </head>
      ${body}
    </html>`;
}
