// `npm run demo:remove`: deletes the demo's accounts and products from a shop. See HELP.
import { readEnv } from "#app/platform/env.server.ts";
import { applyMigrations } from "#db/client.server.ts";
import { removeDemo } from "#db/seed/remove-demo.ts";
import { runCommand, withShop } from "./command.ts";

const HELP = `Usage: npm run demo:remove

Removes what a demo put into this shop: the accounts admin@oja.example and ada@oja.example, the products that show the
demo's pictures, its categories that are empty then, the orders invented for Ada, the messages in the mailbox and the
mails that wait to be sent.
Orders that were paid for stay as they are, with the names and prices of what was bought.

The database is that of the shop: DATABASE_URL, else the embedded one in DATA_DIR. Stop the shop first.
Exit code: 0 done, 1 the database cannot be used, 2 wrong usage.`;

const NO_SHOP = "There is no shop in this database yet.";

await runCommand({
  help: HELP,
  complaint: (names) => (names.length > 0 ? "This command has no arguments." : null),
  noShop: NO_SHOP,
  run: () =>
    withShop(readEnv({ ...process.env, DEMO: "0", NODE_ENV: undefined }), NO_SHOP, async (database) => {
      await applyMigrations(database);
      const { accounts, products } = await removeDemo(database);
      console.log(`Removed ${accounts} demo accounts and ${products.toLocaleString("en")} demo products.`);
      return 0;
    }),
});
