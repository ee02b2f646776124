import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import { distributorHref } from "../links.ts";

export function DistributorLink({ name, className }: { name: string; className?: string }) {
  const href = distributorHref(name);
  if (href === null) return <span className={className}>{name}</span>;
  return (
    <Link to={href} className={cx("distributor-link", className)}>
      {name}
    </Link>
  );
}
