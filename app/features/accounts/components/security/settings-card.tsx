import { useId, type ReactNode } from "react";
import { cx } from "#app/ui/class-names.ts";

type Props = { title: string; text?: ReactNode; tone?: "danger"; children: ReactNode };

/** A group of settings: description on the left (above on phones), controls on the right. */
export function SettingsCard({ title, text, tone, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx(
        "card grid gap-4 p-5 sm:p-6 md:grid-cols-[15rem_1fr] md:gap-8",
        tone === "danger" && "border-clay/40 bg-clay-soft/40",
      )}
    >
      <div>
        <h2 id={id} className={cx("font-display text-lg font-bold", tone === "danger" && "text-clay-deep")}>
          {title}
        </h2>
        {text ? <p className="mt-1 text-sm text-muted">{text}</p> : null}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
