import { useStore } from "#app/features/settings/components/use-store.ts";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";

/** The shop's logo and name, linking home. */
export function Logo({ className, light }: { className?: string; light?: boolean }) {
  const { name } = useStore();
  return (
    <Link
      to="/"
      aria-label={`${name}, home`}
      className={cx(
        "inline-flex min-h-11 items-center gap-2 rounded-lg",
        light ? "text-white" : "text-forest",
        className,
      )}
    >
      <svg aria-hidden viewBox="0 0 20 20" width="20" height="20" className="size-5 shrink-0">
        <rect x="2.5" y="2.5" width="15" height="15" rx="4.6" transform="rotate(10 10 10)" className="fill-amber" />
        <circle cx="10" cy="10" r="3.1" className={light ? "fill-forest-deep" : "fill-white"} />
      </svg>
      <span className="font-display text-[1.75rem] leading-none font-extrabold tracking-tight">{name}</span>
    </Link>
  );
}
