// `npm run import -- FILE.csv [--apply]`: a Shopify product export becomes products. See HELP.
import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { causeOf, type ImportResult } from "#app/features/catalog/commands/import-batch.server.ts";
import { importProducts, type ImportTotals } from "#app/features/catalog/commands/import-products.server.ts";
import { type Env, readEnv } from "#app/lib/env.server.ts";
import { applyMigrations, openDatabase } from "#db/client.server.ts";

const HELP = `Usage: npm run import -- FILE.csv [--apply] [--verbose]

Reads a Shopify product export (CSV, UTF-8) and reports what it would change. With --apply it writes.

  --apply            write the products; without it nothing is written
  --verbose          report every product; else the first 200 and, after those, only the bad ones
  --help             this text

Handle -> address, Title -> name, Body -> description, Vendor -> distributor and, without a Brand column, brand,
Type -> category (created when the shop has none of that name), Variant Price and Compare At Price -> price and
discount in naira, Variant SKU, Barcode and Grams -> SKU, barcode and weight, images by position. The variants of a
handle become products of one group with their own price and stock. A product of the shop is found by its SKU, else
by its handle and options. A barcode that is no valid GTIN is reported and left out.
Stock is what lies on the shelf. Pieces held by payments under way are taken off.
An empty cell leaves what the shop has. Drafts, unpublished products and gift cards are skipped. A product with a
bad row is left as it is and the rest is imported. Nothing is deleted.

The database is that of the shop: DATABASE_URL, else the embedded one in DATA_DIR (stop the shop first).
Exit code: 0 all fine, 1 there were bad rows or the database cannot be used, 2 wrong usage or not such a file.`;

const FULL_REPORT = 200;
const WORDS = {
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
process.exitCode = await main().catch((error: unknown) => {
  console.error(explain(error));
  return 1;
});

async function main(): Promise<number> {
  const args = readArguments();
  if (typeof args === "number") return args;
  const info = await stat(args.file).catch(() => null);
  if (!info?.isFile()) {
    console.error(`${args.file} is not a file that can be read.`);
    return 2;
  }
  const env = readEnv(process.env);
  const database = await openDatabase({
    url: env.DATABASE_URL,
    folder: databaseFolder(env, args.apply),
    poolSize: 2,
  });
  try {
    if (args.apply || !shopExists(env)) await applyMigrations(database);
    console.log(args.apply ? `Importing ${args.file}` : `Dry run of ${args.file}: nothing is written.`);
    let told = 0;
    const outcome = await importProducts(database.db, {
      source: createReadStream(args.file),
      apply: args.apply,
      onResult: (result) => {
        told += 1;
        if (args.verbose || told <= FULL_REPORT || result.action === "bad") console.log(lines(result, args.apply));
        if (told === FULL_REPORT + 1 && !args.verbose)
          console.log("... from here on only bad rows (--verbose reports all)");
      },
    });
    if (!outcome.ok) {
      console.error(`${args.file}: ${outcome.reason}`);
      return 2;
    }
    console.log(summary(outcome.totals, args.apply));
    return outcome.totals.bad > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
}

type Arguments = { file: string; apply: boolean; verbose: boolean };

/** The command line, or the exit code when there is nothing to do. */
function readArguments(): Arguments | number {
  const flag = { type: "boolean", default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      options: {
        apply: flag,
        verbose: flag,
        help: flag,
      },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (values.help) {
      console.log(HELP);
      return 0;
    }
    if (!file || more.length > 0) throw new Error("Name one CSV file.");
    return { file, apply: values.apply, verbose: values.verbose };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    return 2;
  }
}

function shopExists(env: Env): boolean {
  return env.DATABASE_URL !== undefined || existsSync(env.DATABASE_DIR);
}

/** A dry run leaves no trace: where there is no shop yet it compares with an empty one in memory. */
function databaseFolder(env: Env, apply: boolean): string {
  return apply || shopExists(env) ? env.DATABASE_DIR : "memory://";
}

function lines({ action, line, lastLine, slug, name, notes, problems }: ImportResult, apply: boolean): string {
  const word = WORDS[apply ? "apply" : "dry"][action].padEnd(9);
  if (action === "bad")
    return problems
      .map((problem) => `line ${problem.line}  ${word}  ${slug && `${slug}: `}${problem.reason}`)
      .join("\n");
  const place = line === lastLine ? `line ${line}` : `lines ${line}-${lastLine}`;
  return `${place}  ${word}  ${slug}  ${name}${notes.length > 0 ? `\n    ${notes.join("\n    ")}` : ""}`;
}

function summary(totals: ImportTotals, apply: boolean): string {
  const words = WORDS[apply ? "apply" : "dry"];
  const counts = (["created", "updated", "unchanged", "skipped", "bad"] as const).map(
    (action) => `${totals[action]} ${words[action].toLowerCase()}`,
  );
  return [
    "",
    ...(totals.categories.length > 0 ? [`New categories: ${totals.categories.join(", ")}`] : []),
    ...(totals.hasQuantity ? [] : ["The file has no stock column: existing stock stays, new products start with 0."]),
    `${totals.rows} rows: ${counts.join(", ")}`,
    ...(apply ? [] : ["Nothing was written. Run again with --apply to write."]),
  ].join("\n");
}

/** What the operator needs to know, without a stack. */
function explain(error: unknown): string {
  const { code, message } = causeOf(error);
  if (code === "42P01")
    return "This database is not yet a shop's. Start the shop once (npm start), or import with --apply.";
  return message || code || String(error);
}
