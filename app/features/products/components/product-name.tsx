import { withNonBreakingUnits } from "../rules.ts";

/** A product's name: units and words with hyphens ("t-shirts") stay on one line if they fit. */
export function ProductName({ name }: { name: string }) {
  return withNonBreakingUnits(name)
    .split(/(\S+-\S+)/)
    .map((part, i) =>
      i % 2 === 0 ? (
        part
      ) : (
        // The parts of a name have no other identity than their place.
        <span key={i} className="inline-block max-w-full [text-decoration:inherit]">
          {part}
        </span>
      ),
    );
}
