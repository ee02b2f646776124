import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

type SectionProps = {
  title: ReactNode;
  /** Ties the region to its heading; needs to be unique on the page. */
  id?: string;
  text?: ReactNode;
  /** Stands right of the heading, under it on a phone. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A region with a heading row. */
export function Section({ title, id, text, aside, className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={cx("py-8 sm:py-10", className)}>
      <div className="mb-5 flex flex-col gap-x-6 gap-y-3 sm:mb-6 md:flex-row md:items-end md:justify-between">
        <div>
          <h2 id={id} className="font-display text-[1.625rem] leading-tight font-bold tracking-tight sm:text-3xl">
            {title}
          </h2>
          {text ? <p className="mt-1.5 max-w-2xl text-muted">{text}</p> : null}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
