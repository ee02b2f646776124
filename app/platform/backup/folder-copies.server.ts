import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Database } from "#db/database.ts";
import type { Logger } from "../log.server.ts";
import { BackupError } from "./problems.server.ts";

const controlSchema = z.object({ port: z.number(), token: z.string() });
const controlFile = (folder: string) => `${folder}.control`;
/** The name of a copy beside the folder of the database: other names are not written. */
const COPY = /^[\w-]+\.copy-\d+$/;

/**
 * Lets a command on this machine ask the running shop for a copy of its embedded database in `folder`, over loopback. The
 * port and a random token are in a file that only the owner can read. Returns a function that stops it; does nothing on PostgreSQL.
 */
export async function serveFolderCopies(database: Database, folder: string, log: Logger): Promise<() => Promise<void>> {
  const { copyFolder } = database;
  if (!copyFolder) return async () => {};
  const token = randomBytes(32).toString("hex");
  const server = createServer((request, response) => {
    const name = (request.url ?? "").slice(1);
    if (request.method !== "POST" || !COPY.test(name) || !isSame(request.headers.authorization, `Bearer ${token}`))
      return void response.writeHead(403).end();
    const started = performance.now();
    copyFolder(join(dirname(folder), name)).then(
      () => {
        log.info({ ms: Math.round(performance.now() - started) }, "database copied for a backup");
        response.writeHead(204).end();
      },
      (error: NodeJS.ErrnoException) => {
        log.warn({ err: error }, "the database could not be copied");
        response.writeHead(500).end(error.code ?? error.message);
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const file = controlFile(folder);
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify({ port: (server.address() as AddressInfo).port, token }), { mode: 0o600 });
  return async () => {
    rmSync(file, { force: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

function isSame(given = "", expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Asks the shop that has `folder` open for a copy named `name` beside it. Throws if it does not answer. */
export async function requestCopy(folder: string, name: string): Promise<void> {
  const { port, token } = controlSchema.parse(JSON.parse(readFileSync(controlFile(folder), "utf8")));
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}/${name}`, { method: "POST", headers });
  if (response.ok) return;
  const reason = await response.text();
  throw new BackupError(
    reason === "ENOSPC"
      ? `The disk of ${dirname(folder)} is full: a backup of a running shop needs room for a copy of its database.`
      : `The running shop could not copy its database (${reason || response.status}): see its log.`,
  );
}
