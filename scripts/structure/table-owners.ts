import { isTest, type Check } from "./project.ts";

const SCHEMA = /^db\/schema\//;
const TABLE = /export const (\w+) = pgTable\(\s*"(\w+)"/g;
const FEATURE = /^app\/features\/([^/]+)\//;
/** Tables that more than one feature writes, in a transaction of its own that has to hold both. The list must not grow. */
const SHARED: Record<string, readonly string[]> = {
  // Staff roles and closed accounts end sessions in the transaction of the change.
  users: ["auth", "customers", "staff"],
  sessions: ["auth", "customers", "staff"],
  // A settlement creates the order, marks a paid offer and stores the address in the profile.
  profiles: ["customers", "orders"],
  custom_orders: ["custom-orders", "payments"],
  custom_order_offers: ["custom-orders", "payments"],
  // A refund changes the order's payment status.
  orders: ["orders", "payments"],
  // A merged category moves its suppliers.
  suppliers: ["catalog", "suppliers"],
  // Mails are anonymized with their customer and queued again from the list of failures.
  mails: ["customers", "failures"],
  // Files and pictures of old runs are purged with the runs.
  import_file_rows: ["catalog", "runs"],
  fetched_pictures: ["catalog", "runs"],
};

/** One feature writes a table, by Drizzle or by SQL: a second writer would have rules of its own. */
export const tableOwners: Check = (project) => {
  const writers = new Map<string, Map<string, string>>();
  for (const { path, text } of project.values()) {
    const feature = FEATURE.exec(path)?.[1];
    if (!feature || isTest(path)) continue;
    for (const [name, table] of tablesOf(project)) {
      const writes = new RegExp(
        `\\.(insert|update|delete)\\(\\s*(\\w+\\.)?${name}\\b|\\b(insert into|update|delete from|merge into) ${table}\\b`,
      );
      if (!writes.test(text)) continue;
      const found = writers.get(table) ?? new Map<string, string>();
      if (!found.has(feature)) found.set(feature, path);
      writers.set(table, found);
    }
  }
  return [...writers].flatMap(([table, found]) => {
    const [owner] = found.keys();
    return [...found]
      .filter(([feature]) => feature !== owner && !SHARED[table]?.includes(feature))
      .map(([feature, file]) => ({
        rule: "table-owners",
        file,
        message: `writes ${table} from features/${feature}; features/${owner} writes it too`,
      }));
  });
};

function tablesOf(project: Parameters<Check>[0]): [name: string, table: string][] {
  return [...project.values()]
    .filter(({ path }) => SCHEMA.test(path))
    .flatMap(({ text }) =>
      [...text.matchAll(TABLE)].map(([, name = "", table = ""]): [string, string] => [name, table]),
    );
}
