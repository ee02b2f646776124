/** The cells of a pasted spreadsheet column, or the last column of several; empty cells keep their place. */
export function pastedCells(text: string): string[] {
  return text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((row) => row.split("\t").at(-1)?.trim() ?? "");
}
