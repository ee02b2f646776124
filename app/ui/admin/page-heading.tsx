import type { ReactNode } from "react";

/** A page's title and description, with actions on the right. */
export function PageHeading({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 sm:mb-5">
      <div className="min-w-0">
        <h1 className="font-display text-2xl font-bold tracking-tight sm:text-3xl">{title}</h1>
        {text ? <p className="mt-1 max-w-2xl text-muted">{text}</p> : null}
      </div>
      {children ? (
        <div className="no-scrollbar -mx-4 flex min-w-0 items-center gap-2 overflow-x-auto px-4 py-1 sm:m-0 sm:flex-wrap sm:overflow-visible sm:p-0 print:hidden">
          {children}
        </div>
      ) : null}
    </div>
  );
}
