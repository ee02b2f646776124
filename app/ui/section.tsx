import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

type SectionProps = {
  title: ReactNode;
  /** Links the region to its heading; must be unique on the page. */
  id?: string;
  /** Right of the heading, below it on mobile. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A region with a heading row. */
export function Section({ title, id, aside, className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={cx("py-8 sm:py-10", className)}>
      <div className="mb-5 flex flex-col gap-x-6 gap-y-3 sm:mb-6 md:flex-row md:items-end md:justify-between">
        <h2 id={id} className="font-display text-[1.625rem] leading-tight font-bold tracking-tight sm:text-3xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
