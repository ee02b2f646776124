import type { ReactNode } from "react";

type NeedsScriptProps = {
  /** The content without JavaScript. */
  text: ReactNode;
  /** The skeleton of the content that needs JavaScript. */
  children: ReactNode;
};

/** A skeleton until hydration; without JavaScript, a message. */
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
