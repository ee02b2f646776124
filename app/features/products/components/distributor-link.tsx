import { Link } from "react-router";
import { cx } from "#app/ui/class-names.ts";
import { distributorHref } from "../links.ts";

export function DistributorLink({ name, className }: { name: string; className?: string }) {
  const href = distributorHref(name);
  if (href === null) return <span className={className}>{name}</span>;
  return (
    <Link
      to={href}
      className={cx(
        "relative z-10 -mt-5 -mb-2 block w-fit max-w-full truncate pt-5 pb-2 hover:text-forest hover:underline",
        className,
      )}
    >
      {name}
    </Link>
  );
}
