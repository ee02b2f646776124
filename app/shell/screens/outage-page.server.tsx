import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import type { Store } from "#app/features/settings/rules.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { MessageScreen } from "./message-screen.tsx";

type Props = { store: Pick<Store, "name" | "email">; stylesheets: readonly string[]; address: string };

/** The document of the page at `address` while the database is away. It reads no data and runs no script. */
export function outagePage(props: Props): string {
  return `<!doctype html>${renderToStaticMarkup(<OutagePage {...props} />)}`;
}

function OutagePage({ store: { name, email }, stylesheets, address }: Props) {
  return (
    <html lang="en-NG" data-typefaces="">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0f5b3e" />
        <title>{`Back in a moment | ${name}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {stylesheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <StaticRouter location="/">
          <header className="page-width flex min-h-16 items-center border-b border-line">
            <a
              href="/"
              className="inline-flex min-h-11 items-center font-display text-[1.75rem] font-extrabold text-forest"
            >
              {name}
            </a>
          </header>
          <main>
            <MessageScreen
              title="Back in a moment"
              text={
                <>
                  The shop cannot reach its data just now. The fault is on our side, your cart is safe, and nothing is
                  paid twice. Please try again in a few seconds; if it stays, write to{" "}
                  <a href={`mailto:${email}`} className="font-medium break-words text-forest underline">
                    {email}
                  </a>
                  .
                </>
              }
              button={
                <a href={address} className={buttonClass("primary")}>
                  Try again
                </a>
              }
              links={[]}
            />
          </main>
        </StaticRouter>
      </body>
    </html>
  );
}
