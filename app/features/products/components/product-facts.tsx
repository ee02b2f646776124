import type { ReactNode } from "react";

/** List of short facts: minimum order, unit, distributor, delivery. Empty values are skipped. */
export function ProductFacts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:text-[0.9375rem]">
      {facts
        .filter((fact) => fact.value !== "")
        .map((fact) => (
          <div key={fact.name} className="min-w-0">
            <dt className="text-muted">{fact.name}</dt>
            <dd className="font-semibold break-words">{fact.value}</dd>
          </div>
        ))}
    </dl>
  );
}
