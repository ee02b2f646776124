import { useEffect, useRef } from "react";

/** The ref of a hidden field: a change of `value` fires an input event for its form. */
export function useHiddenField(value: string | null) {
  const field = useRef<HTMLInputElement>(null);
  const known = useRef(value);
  useEffect(() => {
    if (known.current !== value) field.current?.dispatchEvent(new Event("input", { bubbles: true }));
    known.current = value;
  }, [value]);
  return field;
}
