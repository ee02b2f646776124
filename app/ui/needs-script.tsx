import type { ReactNode } from "react";

type NeedsScriptProps = {
  /** What stands there without JavaScript. */
  text: ReactNode;
  /** The skeleton of what the page's script will show. */
  children: ReactNode;
};

/** A skeleton while the page's script is on its way; where scripts are switched off, a sentence in its place. */
export function NeedsScript({ text, children }: NeedsScriptProps) {
  return (
    <>
      <noscript>
        <div className="card p-5">{text}</div>
      </noscript>
      <div className="noscript:hidden">{children}</div>
    </>
  );
}
