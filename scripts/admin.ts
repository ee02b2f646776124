// `npm run admin -- EMAIL [--revoke]`: makes the account of a confirmed address an owner, or a customer again. See
// HELP.
import { runCommand, withShop } from "./command.ts";

const HELP = `Usage: npm run admin -- EMAIL [--revoke]

Makes the account with this e-mail address an admin. The account must exist and its address must be confirmed: sign up
in the shop first and follow the link in the mail. There is no way to become an admin over the web.
--revoke makes an admin a customer again. Either way the account is signed out everywhere.

The database is that of the shop: DATABASE_URL, else the embedded one in DATA_DIR (stop the shop first).
Exit code: 0 done, 1 refused or the database cannot be used, 2 wrong usage.`;

const NO_SHOP = "There is no shop in this database yet. Start the shop once (npm start) and sign up.";

await runCommand({
  help: HELP,
  flags: ["revoke"],
  complaint: ([email, ...more]) => (!email?.includes("@") || more.length > 0 ? "Name one e-mail address." : null),
  noShop: NO_SHOP,
  run: ([name = ""], isSet) => changeRole(name.trim().toLowerCase(), isSet("revoke") ? "customer" : "admin"),
});

async function changeRole(email: string, role: "admin" | "customer"): Promise<number> {
  // Loading these takes a second, which is not needed for an invalid command line.
  const [{ readEnv }, { setRole }] = await Promise.all([
    import("#app/platform/env.server.ts"),
    import("#app/features/accounts/commands.server.ts"),
  ]);
  return await withShop(readEnv(process.env), NO_SHOP, async ({ db }) => {
    const result = await setRole(db, email, role);
    if (result.ok) {
      console.log(`${email} is ${role === "admin" ? "an admin" : "a customer"} now, and has to log in again.`);
      return 0;
    }
    console.error(
      result.reason === "unknown"
        ? `Nobody has signed up with ${email}.`
        : `${email} is not confirmed: follow the link in the confirmation mail first.`,
    );
    return 1;
  });
}
