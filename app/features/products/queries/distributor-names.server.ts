import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { nameSlug } from "../links.ts";

/** Distributors of products as choices of a filter, by slug, with the first of their spellings as label. */
export async function distributorChoices(db: Tx): Promise<{ value: string; label: string }[]> {
  const labels = new Map<string, string>();
  for (const name of await distributorNames(db)) {
    const slug = nameSlug(name);
    if (slug !== "" && !labels.has(slug)) labels.set(slug, name);
  }
  const choices = [...labels].map(([value, label]) => ({ value, label }));
  return choices.sort((a, b) => (a.value < b.value ? -1 : 1));
}

/** The spellings of the distributor with this slug. */
export async function distributorSpellings(db: Tx, slug: string): Promise<string[]> {
  return (await distributorNames(db)).filter((name) => nameSlug(name) === slug);
}

/** All names of distributors: one step of the index for each, independent of the number of products. */
async function distributorNames(db: Tx): Promise<string[]> {
  const { rows } = await db.execute(sql`
    with recursive names as (
      (select distributor from products order by distributor limit 1)
      union all
      select (select p.distributor from products p where p.distributor > names.distributor order by p.distributor limit 1)
      from names where names.distributor is not null
    ) select distributor from names where distributor <> ''`);
  return rows.map(({ distributor }) => String(distributor));
}
