import { formatCount } from "#app/lib/money.ts";
import { countLabel } from "../rules.ts";

type DistributorFactsProps = { since: number | null; products: number; orders: number };

/** "Here since 2024 · 161 products · 38 orders": what a buyer asks about an unknown distributor; no orders are not told. */
export function DistributorFacts({ since, products, orders }: DistributorFactsProps) {
  const facts = [
    since === null ? null : `Here since ${since}`,
    countLabel({ count: products, capped: false }),
    orders === 0 ? null : `${formatCount(orders)} ${orders === 1 ? "order" : "orders"}`,
  ];
  return <p className="mt-2 text-sm text-muted sm:text-base">{facts.filter((fact) => fact !== null).join(" · ")}</p>;
}
