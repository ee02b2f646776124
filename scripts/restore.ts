// `npm run restore -- FILE [--replace]`: a shop from its backup. See HELP.
import { runCommand } from "./command.ts";

const HELP = `Usage: npm run restore -- FILE [--replace] [--other-secret]

Restores a shop from FILE, which npm run backup wrote, also to another kind of database: DATABASE_URL, else the
embedded one in DATA_DIR. The shop must be stopped. Pictures that are missing are stored again.

  --replace        replaces the shop that is there; it is kept under another name, which is printed
  --other-secret   restores a shop whose secret is lost: everybody has to sign in again, and second factors are lost

The whole file is checked first, and the restored shop before it is put in place. If anything is wrong, the shop that
was there stays as it was.
Exit code: 0 done, 1 refused or failed, 2 wrong usage.`;

await runCommand({
  help: HELP,
  flags: ["replace", "other-secret"],
  complaint: (names) => (names.length === 1 && names[0] ? null : "Name one file."),
  noShop: "There is no shop in this database.",
  run: ([file = ""], isSet) => restore(file, { replace: isSet("replace"), otherSecret: isSet("other-secret") }),
});

async function restore(file: string, options: { replace: boolean; otherSecret: boolean }): Promise<number> {
  // Loading these takes a second, which is not needed for an invalid command line.
  const [{ readEnv }, { restoreBackup }, { contents }, { sentenceOf }] = await Promise.all([
    import("#app/platform/env.server.ts"),
    import("#app/platform/backup/restore.server.ts"),
    import("#app/platform/backup/manifest.ts"),
    import("#app/platform/backup/problems.server.ts"),
  ]);
  const env = readEnv(process.env);
  try {
    const { manifest, files, kept } = await restoreBackup(file, env, options);
    console.log(`Restored the shop of ${manifest.made_at}: ${contents(manifest)}. ${files} files were missing here.`);
    if (kept !== null)
      console.log(`The shop that was here is kept in ${kept}. Delete that when you no longer need it.`);
    return 0;
  } catch (error) {
    throw sentenceOf(error, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
  }
}
