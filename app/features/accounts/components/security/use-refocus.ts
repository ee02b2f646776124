import { useEffect, useRef, type RefObject } from "react";

/** Focuses `target` when the focus was lost by removing one of `count` list items. */
export function useRefocus(count: number, target: RefObject<HTMLElement | null>): void {
  const last = useRef(count);
  useEffect(() => {
    if (count < last.current && document.activeElement === document.body) target.current?.focus();
    last.current = count;
  }, [count, target]);
}
