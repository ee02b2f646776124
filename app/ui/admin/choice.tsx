import { Suspense } from "react";
import { lazyOr } from "../lazy-or.ts";
import { Select } from "../select.tsx";
import { useHydrated } from "../use-hydrated.ts";
import type { ComboboxProps } from "./combobox.tsx";

const Combobox = lazyOr(async () => ({ default: (await import("./combobox.tsx")).Combobox }), PlainSelect);

/** Options that a list without a search shows at most. */
const FEW = 20;

/** One of the options: a select if they are few, else a combobox that finds them while typing. Without JavaScript a select. */
export function Choice(props: ComboboxProps) {
  const hydrated = useHydrated();
  const select = <PlainSelect {...props} />;
  if (!hydrated || props.options.length <= FEW) return select;
  return (
    <Suspense fallback={select}>
      <Combobox {...props} />
    </Suspense>
  );
}

function PlainSelect({ onChoose, ...rest }: ComboboxProps) {
  return <Select {...rest} onChange={({ target }) => onChoose?.(target.value)} />;
}
