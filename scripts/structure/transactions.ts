import { isTest, type Check } from "./project.ts";

const AREA = /^(app|server)\//;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** A call of `transaction` on a database or on a transaction, also optional, with a type or on a line of its own. */
const OPENED = /\.\s*transaction\s*(<[^()]*>\s*)?(\?\.\s*)?\(/;

/** Only `inTransaction` opens transactions, so that each is retried after a deadlock and a rollback has a typed result. */
export const transactions: Check = (project) =>
  [...project.values()].flatMap(({ path, text }) => {
    if (!AREA.test(path) || isTest(path) || !OPENED.test(text.replace(COMMENT, ""))) return [];
    const message = "opens a transaction: use inTransaction, or inSavepoint inside one (db/transaction.server.ts)";
    return [{ rule: "transactions", file: path, message }];
  });
