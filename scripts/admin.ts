// `npm run admin -- EMAIL [--revoke]`: makes the account of a confirmed address an owner, or a customer again. See
// HELP.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { causeOf } from "#db/cause.ts";

const HELP = `Usage: npm run admin -- EMAIL [--revoke]

Makes the account with this e-mail address an admin. The account must exist and its address must be confirmed: sign up
in the shop first and follow the link in the mail. There is no way to become an admin over the web.
--revoke makes an admin a customer again. Either way the account is signed out everywhere.

The database is that of the shop: DATABASE_URL, else the embedded one in DATA_DIR (stop the shop first).
Exit code: 0 done, 1 refused or the database cannot be used, 2 wrong usage.`;

const NO_SHOP = "There is no shop in this database yet. Start the shop once (npm start) and sign up.";

process.exitCode = await main().catch((error: unknown) => {
  const { code, message } = causeOf(error);
  console.error(code === "42P01" ? NO_SHOP : message || code || String(error));
  return 1;
});

async function main(): Promise<number> {
  const input = readArguments();
  if (typeof input === "number") return input;
  const { email, role } = input;
  // Loading these takes a second, which is not needed for an invalid command line.
  const [{ readEnv }, { openDatabase }, { setRole }] = await Promise.all([
    import("#app/lib/env.server.ts"),
    import("#db/client.server.ts"),
    import("#app/features/auth/commands.server.ts"),
  ]);
  const env = readEnv(process.env);
  if (!env.DATABASE_URL && !existsSync(env.DATABASE_DIR)) {
    console.error(NO_SHOP);
    return 1;
  }
  const database = await openDatabase({ url: env.DATABASE_URL, folder: env.DATABASE_DIR, poolSize: 1 });
  try {
    const result = await setRole(database.db, email, role);
    if (result.ok) {
      console.log(`${email} is ${role === "admin" ? "an admin" : "a customer"} now.`);
      return 0;
    }
    console.error(
      result.reason === "unknown"
        ? `Nobody has signed up with ${email}.`
        : `${email} is not confirmed: follow the link in the confirmation mail first.`,
    );
    return 1;
  } finally {
    await database.close();
  }
}

/** The arguments, or the exit code if there is nothing to do. */
function readArguments(): { email: string; role: "admin" | "customer" } | number {
  try {
    const { values, positionals } = parseArgs({
      options: { help: { type: "boolean", default: false }, revoke: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    if (values.help) {
      console.log(HELP);
      return 0;
    }
    const [email, ...more] = positionals;
    if (!email?.includes("@") || more.length > 0) throw new Error("Name one e-mail address.");
    return { email: email.trim().toLowerCase(), role: values.revoke ? "customer" : "admin" };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    return 2;
  }
}
