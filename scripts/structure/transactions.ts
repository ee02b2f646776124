import { isTest, type Check } from "./project.ts";

const AREA = /^(app|server)\//;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** A call of `transaction` on a database or on a transaction, also optional, with a type or on a line of its own. */
const OPENED = /\.\s*transaction\s*(<[^()]*>\s*)?(\?\.\s*)?\(/;

/** A query that begins one as text: `client.query("begin")`, `sql("start transaction ...")`, also as a template. */
const BEGUN = /\b(?:query|sql|exec|execute)\s*(?:<[^()]*>\s*)?\(?\s*["'`]\s*(?:begin|start transaction)\b/i;
/** Backups copy rows through the connection itself, which Drizzle does not offer, and a copy is never run again. */
const EXCEPTION = "app/platform/backup/tables.server.ts";

/** Only `inTransaction` opens transactions, so that each is retried after a deadlock and a rollback has a typed result. */
export const transactions: Check = (project) =>
  [...project.values()].flatMap(({ path, text }) => {
    if (!AREA.test(path) || isTest(path)) return [];
    const code = text.replace(COMMENT, "");
    if (!OPENED.test(code) && (path === EXCEPTION || !BEGUN.test(code))) return [];
    const message = "opens a transaction: use inTransaction, or inSavepoint inside one (db/transaction.server.ts)";
    return [{ rule: "transactions", file: path, message }];
  });
