// `npm run import -- FILE [--apply]`: imports a price list as products. See HELP.
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { ImportOptions, ImportReport, RowAction } from "#app/features/imports/commands/import-command.server.ts";
import { runFieldChanges } from "#app/features/imports/rules/field-changes.ts";
import type { Env } from "#app/platform/env.server.ts";
import { runCommand } from "./command.ts";

const HELP = `Usage: npm run import -- FILE [--apply] [--verbose]

Reads a price list (CSV, XLSX, XLS or ODS, up to 50 MB and 50,000 rows) and reports what it would change. With --apply
it writes.

  --apply            write the products; without it nothing is written
  --verbose          report every product; else the first 200 and, after those, only the bad ones
  --help             this text

It is the import of the admin pages (Import products), at the command line: columns are known by their names, or as they
were chosen there for such a file; exports of Shopify and WooCommerce work as they are. The rows of a Shopify handle and
the variations of a WooCommerce product become the variants of one group. A product of the shop is found by its SKU,
address, barcode or name. Categories that the shop does not have are made. A barcode that is no valid GTIN is reported
and left out.
Stock is what lies on the shelf. Pieces held by payments under way are taken off. New products that are in stock without
a number start with 0.
Pictures are fetched from their addresses and stored by the shop; a second run tries those again that failed.
An empty cell leaves what the shop has. Drafts, hidden and unpublished products, downloads, products of other sites and
gift cards are skipped. A bad row is left out and the rest is imported; rows have their number in the sheet. Nothing is
deleted. What was written stands under Bulk changes in the admin pages and can be undone there for 30 days.

The database is that of the shop: DATABASE_URL, else the embedded one in DATA_DIR (stop the shop first).
Exit code: 0 all fine, 1 there were bad rows or the database cannot be used, 2 wrong usage or not such a file.`;

const FULL_REPORT = 200;
const ACTIONS: readonly RowAction[] = ["created", "updated", "unchanged", "skipped", "bad"];
/** The reported fields of a new product. */
const SHOWN_OF_NEW = new Set(["Price", "Discount price", "Stock"]);
const LABELS = {
  dry: {
    created: "create",
    updated: "update",
    unchanged: "unchanged",
    skipped: "skip",
    bad: "BAD",
  },
  apply: {
    created: "created",
    updated: "updated",
    unchanged: "unchanged",
    skipped: "skipped",
    bad: "BAD",
  },
};

process.stdout.on("error", () => process.exit());
await runCommand({
  help: HELP,
  flags: ["apply", "verbose"],
  complaint: (names) => (names.length === 1 ? null : "Name one file."),
  noShop: "This database is not yet a shop's. Start the shop once (npm start), or import with --apply.",
  run: ([file = ""], isSet) => importList({ file, apply: isSet("apply"), verbose: isSet("verbose") }),
});

async function importList(args: { file: string; apply: boolean; verbose: boolean }): Promise<number> {
  const info = await stat(args.file).catch(() => null);
  if (!info?.isFile()) {
    console.error(`${args.file} is not a file that can be read.`);
    return 2;
  }
  // Loading these takes a second, which is not needed for an invalid command line.
  const [{ readEnv }, { applyMigrations, openDatabase }, { importFile }, { createPictureFetcher }, ...more] =
    await Promise.all([
      import("#app/platform/env.server.ts"),
      import("#db/client.server.ts"),
      import("#app/features/imports/commands/import-command.server.ts"),
      import("#app/features/imports/commands/import-pictures.server.ts"),
      import("#app/platform/files/file-store.server.ts"),
      import("#app/platform/log.server.ts"),
      import("#app/platform/ssrf-safe-fetch.server.ts"),
    ]);
  const [{ createFileStore }, { createLogger }, { createSafeFetch }] = more;
  const env = readEnv(process.env);
  const database = await openDatabase({
    url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    folder: databaseFolder(env, args.apply),
    poolSize: 2,
  });
  try {
    if (args.apply || !shopExists(env)) await applyMigrations(database);
    console.log(args.apply ? `Importing ${args.file}` : `Dry run of ${args.file}: nothing is written.`);
    const shop = { database, db: database.db, log: createLogger("silent"), files: createFileStore(env) };
    let reported = 0;
    const outcome = await importFile(shop, createPictureFetcher(shop, createSafeFetch(env.PICTURE_ORIGINS)), {
      name: basename(args.file),
      bytes: new Uint8Array(await readFile(args.file)),
      apply: args.apply,
      onRow: (row) => {
        reported += 1;
        if (args.verbose || reported <= FULL_REPORT || row.action === "bad") console.log(lines(row, args.apply));
        if (reported === FULL_REPORT + 1 && !args.verbose)
          console.log("... from here on only bad rows (--verbose reports all)");
      },
    });
    if (!outcome.ok) {
      console.error(`${args.file}: ${outcome.message}`);
      return 2;
    }
    console.log(summary(outcome.report, args.apply));
    return outcome.report.bad > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
}

function shopExists(env: Env): boolean {
  return env.DATABASE_URL !== undefined || existsSync(env.DATABASE_DIR);
}

/** A dry run writes nothing: without a shop it compares with an empty one in memory. */
function databaseFolder(env: Env, apply: boolean): string {
  return apply || shopExists(env) ? env.DATABASE_DIR : "memory://";
}

type Row = Parameters<ImportOptions["onRow"]>[0];

function lines({ action, number, label, reason, before, after, pictures }: Row, apply: boolean): string {
  const shownAction = LABELS[apply ? "apply" : "dry"][action].padEnd(9);
  const changes = runFieldChanges(before, after)
    .filter(({ field }) => before !== null || SHOWN_OF_NEW.has(field))
    .map((change) => `${change.field} ${before === null ? "" : `${change.before} -> `}${change.after}`);
  const failed = (pictures ?? []).flatMap(({ state, source, reason: why }) =>
    state === "failed" ? [`no picture from ${source}: ${why}`] : [],
  );
  const notes = [changes.join(", "), reason.replace(`Row ${number}: `, ""), ...failed].filter(Boolean);
  return [`row ${number}  ${shownAction}  ${label}`, ...notes].join("\n    ");
}

function summary(report: ImportReport, apply: boolean): string {
  const labels = LABELS[apply ? "apply" : "dry"];
  const counts = ACTIONS.map((action) => `${report[action]} ${labels[action].toLowerCase()}`);
  const { waiting, stored, failed } = report.pictures;
  return [
    "",
    ...(report.categories.length > 0 ? [`New categories: ${report.categories.join(", ")}`] : []),
    ...(report.unused.length > 0 ? [`Columns not used: ${report.unused.join(", ")}`] : []),
    ...(report.hasStock ? [] : ["The file has no stock column: existing stock stays, new products start with 0."]),
    ...(apply && stored + failed > 0 ? [`Pictures: ${stored} stored, ${failed} could not be fetched`] : []),
    ...(!apply && waiting > 0 ? [`Pictures: ${waiting} to fetch`] : []),
    `${report.rows} rows: ${counts.join(", ")}`,
    ...(apply ? [] : ["Nothing was written. Run again with --apply to write."]),
  ].join("\n");
}
