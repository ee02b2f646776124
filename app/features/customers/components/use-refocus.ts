import { useEffect, useRef, type RefObject } from "react";

/** Gives the focus to `target` when it was lost with one of `count` things in a list. */
export function useRefocus(count: number, target: RefObject<HTMLElement | null>): void {
  const last = useRef(count);
  useEffect(() => {
    if (count < last.current && document.activeElement === document.body) target.current?.focus();
    last.current = count;
  }, [count, target]);
}
