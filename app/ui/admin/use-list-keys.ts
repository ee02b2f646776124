import { useEffect, useRef } from "react";

/** Whether a key pressed now is typed text, or belongs to a dialog over the list. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target as HTMLElement;
  if (target.isContentEditable || target.closest('[role="textbox"]')) return true;
  if (target.matches("textarea, select")) return true;
  return target.matches("input") && !target.matches('[type="checkbox"], [type="radio"], [type="button"]');
}

/**
 * Moves through the rows of the list inside the element it is tied to: `j` and `k` by the link of each row, `x` ticks,
 * `s` goes to the row's status (`data-row-status`), `/` to the search box.
 */
export function useListKeys() {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const list = root.current;
      if (!list || isTyping(event) || document.querySelector("dialog[open]")) return;
      const rows = [...list.querySelectorAll<HTMLElement>("[data-list-row]")];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const find = (part: string) => rows[Math.max(0, at)]?.querySelector<HTMLElement>(part);
      if (event.key === "/") list.querySelector<HTMLElement>("[data-list-search]")?.focus();
      else if (event.key === "j") focusRow(rows[Math.min(at + 1, rows.length - 1)]);
      else if (event.key === "k") focusRow(rows[Math.max(at - 1, 0)]);
      else if (event.key === "x") find('input[name="id"]')?.click();
      else if (event.key === "s") find("[data-row-status]")?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return root;
}

function focusRow(row: HTMLElement | undefined): void {
  const link = row?.querySelector<HTMLElement>("[data-row-link]") ?? row?.querySelector<HTMLElement>("a, button");
  link?.focus();
}
