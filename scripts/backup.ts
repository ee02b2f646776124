// `npm run backup -- FILE`: the shop's database and files as one file. See HELP.
import { rmSync } from "node:fs";
import { runCommand } from "./command.ts";

const HELP = `Usage: npm run backup -- FILE

Writes the whole shop to FILE: database and pictures, as they were at one moment. The shop can go on running. FILE
exists only when it is complete; an earlier FILE is replaced then.

The secret of the shop (AUTH_SECRET, or the file auth-secret in DATA_DIR) is not in it: store it elsewhere. FILE has
the customers' data: keep it private.

The database is that of the shop: DATABASE_URL, else the embedded one in DATA_DIR.
Exit code: 0 done, 1 the backup could not be made, 2 wrong usage.`;

await runCommand({
  help: HELP,
  complaint: (names) => (names.length === 1 && names[0] ? null : "Name one file."),
  noShop: "There is no shop in this database yet. Start the shop once (npm start).",
  run: ([file = ""]) => backup(file),
});

async function backup(file: string): Promise<number> {
  // Loading these takes a second, which is not needed for an invalid command line.
  const [{ readEnv }, { openForBackup }, { writeBackup }, { contents, sizeText }, { sentenceOf }] = await Promise.all([
    import("#app/platform/env.server.ts"),
    import("#app/platform/backup/open-shop.server.ts"),
    import("#app/platform/backup/write-backup.server.ts"),
    import("#app/platform/backup/manifest.ts"),
    import("#app/platform/backup/problems.server.ts"),
  ]);
  const env = readEnv(process.env);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      for (const path of [`${file}.part`, `${file}.part.tables`]) rmSync(path, { recursive: true, force: true });
      process.exit(1);
    });
  }
  try {
    const database = await openForBackup(env);
    try {
      const { manifest, bytes } = await writeBackup(database, env, file);
      console.log(`${file}: ${contents(manifest)} (${sizeText(bytes)})`);
      if (manifest.secret === null)
        console.log(
          "Look at this: AUTH_SECRET is not set here, so a restore cannot see whether the secret is the same.",
        );
      for (const [sentence, count] of Object.entries(manifest.violations))
        if (count > 0) console.log(`Look at this: "${sentence}" fails for ${count} rows of the shop.`);
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    throw sentenceOf(error, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
  }
}
