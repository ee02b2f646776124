// `npm run demo:remove`: deletes the demo's accounts and products from a shop. See HELP.
import { existsSync } from "node:fs";
import { readEnv } from "#app/lib/env.server.ts";
import { causeOf } from "#db/cause.ts";
import { applyMigrations, openDatabase } from "#db/client.server.ts";
import { removeDemo } from "#db/seed/remove-demo.ts";

const HELP = `Usage: npm run demo:remove

Removes what a demo put into this shop: the accounts admin@oja.example and ada@oja.example, the products that show the
demo's pictures, its categories that are empty then, the orders invented for Ada, the messages in the mailbox and the
mails that wait to be sent.
Orders that were paid for stay as they are, with the names and prices of what was bought.

The database is that of the shop: DATABASE_URL, else the embedded one in DATA_DIR. Stop the shop first.
Exit code: 0 done, 1 the database cannot be used, 2 wrong usage.`;

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  const { code, message } = causeOf(error);
  console.error(message || code || String(error));
  return 1;
});

async function main(args: string[]): Promise<number> {
  if (args.length > 0) {
    const isHelp = args.length === 1 && args[0] === "--help";
    console[isHelp ? "log" : "error"](HELP);
    return isHelp ? 0 : 2;
  }
  const env = readEnv({ ...process.env, DEMO: "0", NODE_ENV: undefined });
  if (!env.DATABASE_URL && !existsSync(env.DATABASE_DIR)) {
    console.error("There is no shop in this database yet.");
    return 1;
  }
  const database = await openDatabase({ url: env.DATABASE_URL, folder: env.DATABASE_DIR, poolSize: 1 });
  try {
    await applyMigrations(database);
    const { accounts, products } = await removeDemo(database);
    console.log(`Removed ${accounts} demo accounts and ${products.toLocaleString("en")} demo products.`);
    return 0;
  } finally {
    await database.close();
  }
}
