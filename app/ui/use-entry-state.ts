import { useState } from "react";
import { useLocation } from "react-router";

/** Values by history entry and name, as long as the document lives. */
const kept = new Map<string, unknown>();

/** `useState` that keeps its value for the entry of the history: it is there again after Back. */
export function useEntryState<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const id = `${useLocation().key} ${name}`;
  const [value, setValue] = useState(() => (kept.has(id) ? (kept.get(id) as Value) : initial));
  return [
    value,
    (next) => {
      kept.set(id, next);
      setValue(next);
    },
  ];
}
