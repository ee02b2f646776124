import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

type EmptyStateProps = {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** The empty state of a list: an icon, a text, a link. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx("card flex flex-col items-center px-6 py-14 text-center", className)}>
      {icon ? (
        <span
          aria-hidden
          className="mb-5 grid size-16 place-items-center rounded-2xl bg-leaf text-forest [&_svg]:size-8 [&_svg]:stroke-[1.6]"
        >
          {icon}
        </span>
      ) : null}
      <h2 className="font-display text-xl font-bold sm:text-2xl">{title}</h2>
      {children ? <div className="mt-2 max-w-md text-balance text-muted">{children}</div> : null}
      {action ? <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}
