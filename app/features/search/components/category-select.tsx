import { Select } from "#app/ui/select.tsx";
import type { CategoryChoice } from "../queries/category-choices.server.ts";

/** The category as a field of the filter sheet. */
export function CategorySelect({ choices }: { choices: readonly CategoryChoice[] }) {
  return (
    <div>
      <label htmlFor="filter-category" className="mb-2 block font-display text-base font-bold">
        Category
      </label>
      <Select id="filter-category" name="category" defaultValue={choices.find(({ current }) => current)?.slug ?? ""}>
        <option value="">All categories</option>
        {choices.map(({ slug, name, depth }) => (
          <option key={slug} value={slug}>
            {depth === 1 ? `– ${name}` : name}
          </option>
        ))}
      </Select>
    </div>
  );
}
