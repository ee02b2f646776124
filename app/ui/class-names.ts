/** Joins class names and leaves out what is empty: `cx("a", on && "b")`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
