/** Columns that mark rows that are not sold: drafts, unpublished and hidden products, gift cards. */
const SKIPPED = [
  { columns: ["status"], is: /^(draft|archived)$/i, reason: (cell: string) => `its status is ${cell.toLowerCase()}` },
  {
    columns: ["published", "published on online store"],
    is: /^(false|no|0|-1)$/i,
    reason: () => "it is not published",
  },
  { columns: ["visibility in catalog", "visibility"], is: /^hidden$/i, reason: () => "it is hidden in its shop" },
  { columns: ["gift card"], is: /^(true|yes|1)$/i, reason: () => "it is a gift card" },
];

/** Reason for not importing a row of a file with these columns, or undefined; `places` are the columns used. */
export function skipRule(columns: readonly string[]): {
  places: number[];
  reasonOf: (cells: readonly string[]) => string | undefined;
} {
  const names = columns.map((column) => column.trim().toLowerCase());
  const rules = SKIPPED.flatMap(({ columns: known, is, reason }) => {
    const place = names.findIndex((name) => known.includes(name));
    return place < 0 ? [] : [{ place, is, reason }];
  });
  return {
    places: rules.map(({ place }) => place),
    reasonOf(cells) {
      const rule = rules.find(({ place, is }) => is.test((cells[place] ?? "").trim()));
      return rule?.reason((cells[rule.place] ?? "").trim());
    },
  };
}
