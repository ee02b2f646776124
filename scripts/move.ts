// `npm run move -- postgres://...`: the embedded shop to PostgreSQL. See HELP.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./command.ts";

const HELP = `Usage: npm run move -- postgres://user:password@host/database

Copies the shop of the embedded database in DATA_DIR to an empty PostgreSQL database, and says what to write into .env.
Stop the shop first. The files stay where they are, and so does the embedded database, which is not changed.
Exit code: 0 done, 1 refused or failed, 2 wrong usage.`;

await runCommand({
  help: HELP,
  complaint: ([url, ...more]) =>
    url !== undefined && /^postgres(ql)?:\/\//.test(url) && URL.canParse(url) && more.length === 0
      ? null
      : "Name one address of PostgreSQL.",
  noShop: "There is no shop in DATA_DIR yet.",
  run: ([url = ""]) => move(url),
});

async function move(url: string): Promise<number> {
  // Loading these takes a second, which is not needed for an invalid command line.
  const [{ readEnv }, { writeBackup }, { restoreBackup }, { contents }, { BackupError, sentenceOf }, more] =
    await Promise.all([
      import("#app/platform/env.server.ts"),
      import("#app/platform/backup/write-backup.server.ts"),
      import("#app/platform/backup/restore.server.ts"),
      import("#app/platform/backup/manifest.ts"),
      import("#app/platform/backup/problems.server.ts"),
      Promise.all([import("#db/client.server.ts"), import("#app/platform/backup/secret.server.ts"), import("node:fs")]),
    ]);
  const [{ openDatabase }, { secretFile }, { existsSync }] = more;
  const own = Object.entries(process.env).filter(([name]) => !/^DATABASE_(DIRECT_)?URL(_FILE)?$/.test(name));
  const env = readEnv(Object.fromEntries(own));
  if (!existsSync(env.DATABASE_DIR)) throw new BackupError(`There is no shop in ${env.DATA_DIR}.`);
  const file = join(env.DATA_DIR, `move-${process.pid}.oja`);
  try {
    // Open until the end, so that no shop starts on it meanwhile.
    const database = await openDatabase({ folder: env.DATABASE_DIR });
    try {
      await writeBackup(database, env, file, { withFiles: false });
      const { manifest } = await restoreBackup(file, { ...env, DATABASE_URL: url });
      console.log(`Moved ${contents(manifest).replace(/, \d+ files$/, "")}. The files stay in ${env.FILES_DIR}.`);
    } finally {
      await database.close();
    }
  } catch (error) {
    throw sentenceOf(error, url);
  } finally {
    rmSync(file, { force: true });
  }
  const secret = env.AUTH_SECRET ? "" : `, and\nAUTH_SECRET=<the text in ${secretFile(env)}>`;
  console.log(`Write into .env, then start the shop:\n\nDATABASE_URL=${url}${secret}`);
  if (env.DEMO) console.log("\nThis shop is a demo: write DEMO=1 too, or remove its demo with npm run demo:remove.");
  return 0;
}
