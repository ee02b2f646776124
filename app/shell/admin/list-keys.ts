/** Whether a key press is text input or, with Alt or Ctrl, a browser shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target as HTMLElement;
  if (target.isContentEditable || target.closest('[role="textbox"]')) return true;
  if (target.matches("textarea, select")) return true;
  return target.matches("input") && !target.matches('[type="checkbox"], [type="radio"], [type="button"]');
}

/**
 * Moves through the rows of the page's list: `j` and `k` focus the link of a row, `x` selects it, `b` focuses what can be
 * done with the selected ones, `s` the row's status (`data-row-status`), `/` the search box. Returns false for other keys.
 */
export function moveInList(key: string): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-list-row]")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const find = (part: string) => rows[Math.max(0, at)]?.querySelector<HTMLElement>(part);
  if (key === "/") document.querySelector<HTMLElement>("[data-list-search]")?.focus();
  else if (key === "j") focusRow(rows[Math.min(at + 1, rows.length - 1)]);
  else if (key === "k") focusRow(rows[Math.max(at - 1, 0)]);
  else if (key === "x") find('input[name="id"]')?.click();
  else if (key === "b") document.querySelector<HTMLElement>("[data-list-bulk]:not([hidden]) select")?.focus();
  else if (key === "s") find("[data-row-status]")?.focus();
  else return false;
  return true;
}

function focusRow(row: HTMLElement | undefined): void {
  const link = row?.querySelector<HTMLElement>("[data-row-link]") ?? row?.querySelector<HTMLElement>("a, button");
  link?.focus();
}
