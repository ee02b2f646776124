type TableHeadProps = {
  className: string;
  /** Classes of every cell. */
  cell: string;
  /** The column names, each with the classes of its cell. */
  columns: Record<string, string>;
};

/** The head of a table without sorting. */
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
