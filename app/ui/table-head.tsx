type TableHeadProps = {
  className: string;
  /** Classes of every cell. */
  cell: string;
  /** The names of the columns, each with the classes of its own cell. */
  columns: Record<string, string>;
};

/** The head of a table that is read, not sorted. */
export function TableHead({ className, cell, columns }: TableHeadProps) {
  return (
    <thead className={className}>
      <tr>
        {Object.entries(columns).map(([name, own]) => (
          <th key={name} scope="col" className={`${cell} ${own}`}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
