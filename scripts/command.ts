import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Env } from "#app/platform/env.server.ts";
import { causeOf } from "#db/cause.ts";
import type { Database } from "#db/client.server.ts";

type Command = {
  help: string;
  /** The options, which all have no value; `--help` is one of every command. */
  flags?: readonly string[];
  /** What is missing in the positional arguments, or null. */
  complaint: (names: readonly string[]) => string | null;
  /** The message for a database without tables. */
  noShop: string;
  /** Returns the exit code. */
  run: (names: readonly string[], isSet: (flag: string) => boolean) => Promise<number>;
};

/**
 * Runs a command of the terminal and sets the exit code: 2 for wrong usage, which is answered with the help, 1 for an
 * error, whose message is written without a stack.
 */
export async function runCommand({ help, flags = [], complaint, noShop, run }: Command): Promise<void> {
  const options = Object.fromEntries(["help", ...flags].map((flag) => [flag, { type: "boolean" } as const]));
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values["help"]) return console.log(help);
    const wrong = complaint(positionals);
    if (wrong) throw new UsageError(wrong);
    process.exitCode = await run(positionals, (flag) => values[flag] === true);
  } catch (error) {
    const { code, message } = causeOf(error);
    const isUsage = error instanceof UsageError || code?.startsWith("ERR_PARSE_ARGS");
    console.error(isUsage ? `${message}\n\n${help}` : code === "42P01" ? noShop : message || code || String(error));
    process.exitCode = isUsage ? 2 : 1;
  }
}

class UsageError extends Error {}

/** Opens the shop's database for `work` and closes it; throws `noShop` if there is none. */
export async function withShop(
  env: Env,
  noShop: string,
  work: (database: Database) => Promise<number>,
): Promise<number> {
  if (!env.DATABASE_URL && !existsSync(env.DATABASE_DIR)) throw new Error(noShop);
  // Loading it takes a second, which is not needed for an invalid command line.
  const { openDatabase } = await import("#db/client.server.ts");
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  const database = await openDatabase({ url, folder: env.DATABASE_DIR, poolSize: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
