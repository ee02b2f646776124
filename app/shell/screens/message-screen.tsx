import type { ReactNode } from "react";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { EmptyCarton } from "./empty-carton.tsx";

type MessageScreenProps = {
  title: string;
  text: ReactNode;
  /** Between the text and the links. */
  children?: ReactNode;
  /** A button before the links. */
  button?: ReactNode;
  /** Without a button, the first one is the main one. */
  links: readonly { to: string; label: string; reloadDocument?: boolean }[];
};

/** A page with only a message and links. The route sets the status code. */
export function MessageScreen({ title, text, children, button, links }: MessageScreenProps) {
  return (
    <div className="page-width flex flex-col items-center py-12 text-center sm:py-20">
      <meta name="robots" content="noindex" />
      <EmptyCarton />
      <h1 className="mt-6 font-display text-3xl font-extrabold tracking-tight sm:text-4xl">{title}</h1>
      <p className="mt-3 max-w-md text-muted">{text}</p>
      {children}
      <div
        className={children ? "mt-5 flex flex-wrap justify-center gap-3" : "mt-7 flex flex-wrap justify-center gap-3"}
      >
        {button}
        {links.map(({ label, ...link }, place) => (
          <Link key={label} {...link} className={buttonClass(place === 0 && !button ? "primary" : "outline")}>
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}
