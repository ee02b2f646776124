import { sentenceOf } from "#app/platform/backup/problems.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { openDatabase } from "#db/client.server.ts";
import type { Database } from "#db/database.ts";

/** Opens the shop's database; throws a sentence for the operator for a server that the shop cannot run on. */
export async function openShopDatabase(env: Env, log: Logger): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_REPLICA_URL: replicaUrl } = env;
  const folder = env.DATABASE_DIR;
  const database = await openDatabase({ url, directUrl, replicaUrl, folder, poolSize: env.DATABASE_POOL, log });
  try {
    await database.refuseUnfit?.();
    return database;
  } catch (error) {
    await database.close();
    throw sentenceOf(error, directUrl ?? url);
  }
}
