import { isTest, type Check } from "./project.ts";

const SCHEMA = /^db\/schema\//;
const TABLE = /export const (\w+) = pgTable\(\s*"(\w+)"/g;
/** A feature, or a folder beside the features. */
const WRITER = /^(?:app\/features\/([^/]+)|(app\/(?:routes|shell|blocks|flows|platform|lib)|server))\//;
/** Tables that more than one feature writes, in a transaction of its own that has to hold both. The list must not grow. */
const SHARED: Record<string, readonly string[]> = {
  // Staff roles and closed accounts end sessions in the transaction of the change; a demo has accounts of its own.
  users: ["accounts", "customers", "staff", "server"],
  sessions: ["accounts", "staff", "server"],
  accounts: ["accounts", "server"],
  // A settlement creates the order, marks a paid offer and stores the address in the profile.
  profiles: ["customers", "orders"],
  custom_orders: ["custom-orders", "payments"],
  custom_order_offers: ["custom-orders", "payments"],
  // A refund changes the order's payment status.
  orders: ["orders", "payments"],
  // A merged category moves its suppliers.
  suppliers: ["products", "suppliers"],
  // A merged category moves any number of products in one statement, with their audit rows.
  audit_log: ["records", "products"],
  // Mails are anonymized with their customer and queued again from the list of failures.
  mails: ["app/platform", "customers", "failures"],
  // An import writes many products, with their groups and categories, in one statement.
  products: ["products", "imports"],
  product_groups: ["products", "imports"],
  categories: ["products", "imports"],
  stock_movements: ["products", "imports"],
};

/** One feature, or one folder beside the features, writes a table, by Drizzle or by SQL: a second writer would have rules of its own. */
export const tableOwners: Check = (project) => {
  const files = [...project.values()].flatMap((file) => {
    const [, feature, folder] = WRITER.exec(file.path) ?? [];
    const writer = feature ?? folder;
    return writer && !isTest(file.path) ? [{ ...file, writer }] : [];
  });
  const tables = [...project.values()].flatMap(({ path, text }) =>
    SCHEMA.test(path) ? [...text.matchAll(TABLE)] : [],
  );
  return tables.flatMap(([, name = "", table = ""]) => {
    const writes = new RegExp(
      `\\.(insert|update|delete)\\(\\s*(\\w+\\.)?${name}\\b|\\b(insert into|update|delete from|merge into) ${table}\\b`,
    );
    const writers = files.filter(({ text }) => writes.test(text));
    const owners = SHARED[table] ?? writers.slice(0, 1).map(({ writer }) => writer);
    return writers
      .filter(({ writer }) => !owners.includes(writer))
      .map(({ path, writer }) => ({
        rule: "table-owners",
        file: path,
        message: `writes ${table} from ${writer}; ${owners[0]} writes it too`,
      }));
  });
};
