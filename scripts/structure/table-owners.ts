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
  const files = [...project.values()].flatMap((file) => {
    const feature = FEATURE.exec(file.path)?.[1];
    return feature && !isTest(file.path) ? [{ ...file, feature }] : [];
  });
  const tables = [...project.values()].flatMap(({ path, text }) =>
    SCHEMA.test(path) ? [...text.matchAll(TABLE)] : [],
  );
  return tables.flatMap(([, name = "", table = ""]) => {
    const writes = new RegExp(
      `\\.(insert|update|delete)\\(\\s*(\\w+\\.)?${name}\\b|\\b(insert into|update|delete from|merge into) ${table}\\b`,
    );
    const writers = files.filter(({ text }) => writes.test(text));
    const owners = SHARED[table] ?? writers.slice(0, 1).map(({ feature }) => feature);
    return writers
      .filter(({ feature }) => !owners.includes(feature))
      .map(({ path, feature }) => ({
        rule: "table-owners",
        file: path,
        message: `writes ${table} from features/${feature}; features/${owners[0]} writes it too`,
      }));
  });
};
