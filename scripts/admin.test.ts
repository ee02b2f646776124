import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { lockFolder } from "#db/folder-lock.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { sessions, users } from "#db/schema/auth.ts";

const SCRIPT = join(import.meta.dirname, "admin.ts");
/** Its modules are compiled once, as those of the shop are. */
const CACHE = join(import.meta.dirname, "..", "node_modules", ".cache", "oja-compile");

type Run = { code: number; out: string; err: string };

function workplace() {
  const data = mkdtempSync(join(tmpdir(), "oja-admin-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const command = (...args: string[]) =>
    new Promise<Run>((resolve) => {
      const env = { PATH: process.env.PATH, DATA_DIR: data, NODE_COMPILE_CACHE: CACHE };
      execFile(process.execPath, [SCRIPT, ...args], { env }, (error, out, err) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err });
      });
    });
  return { data, command };
}

test("wrong usage ends with 2, a missing shop with 1", async () => {
  const { command } = workplace();
  expect(await command("--help")).toMatchObject({ code: 0, out: expect.stringContaining("Usage: npm run admin") });
  for (const wrong of [[], ["ada"], ["a@b.co", "c@d.co"], ["--yes", "a@b.co"]]) {
    expect(await command(...wrong)).toMatchObject({ code: 2, err: expect.stringContaining("Usage:") });
  }
  expect(await command("a@b.co")).toMatchObject({ code: 1, err: expect.stringContaining("no shop in this database") });
});

test("says who holds the database", async () => {
  const { data, command } = workplace();
  const folder = join(data, "pg");
  mkdirSync(folder);
  const unlock = lockFolder(folder);
  const locked = await command("ada@example.com");
  unlock();
  expect(locked).toMatchObject({ code: 1, out: "" });
  expect(locked.err).toMatch(/^[^\n]*is in use by process \d+[^\n]*\n$/);
});

test("grants confirmed addresses only", async () => {
  const { data, command } = workplace();
  const folder = join(data, "pg");
  const before = await openDatabase({ folder, template: await openAsBlob(inject("databaseTemplate")) });
  await before.db.insert(users).values([
    { name: "Ada", email: "ada@example.com", emailVerified: true },
    { name: "Eve", email: "eve@example.com" },
  ]);
  const [ada] = await before.db.select({ id: users.id }).from(users).where(eq(users.email, "ada@example.com"));
  const expiresAt = new Date(Date.now() + 3_600_000);
  await before.db.insert(sessions).values({ userId: ada?.id ?? "", token: "from-before", expiresAt });
  await before.close();

  expect(await command("nobody@example.com")).toMatchObject({
    code: 1,
    err: "Nobody has signed up with nobody@example.com.\n",
  });
  expect(await command("eve@example.com")).toMatchObject({
    code: 1,
    err: "eve@example.com is not confirmed: follow the link in the confirmation mail first.\n",
  });
  expect(await command("Ada@Example.com")).toMatchObject({
    code: 0,
    out: "ada@example.com is an admin now, and has to log in again.\n",
  });
  expect(await command("eve@example.com", "--revoke")).toMatchObject({
    code: 0,
    out: "eve@example.com is a customer now, and has to log in again.\n",
  });

  const after = await openDatabase({ folder });
  onTestFinished(() => after.close());
  const roleOf = async (email: string) =>
    (await after.db.select({ role: users.role }).from(users).where(eq(users.email, email)))[0]?.role;
  expect([await roleOf("ada@example.com"), await roleOf("eve@example.com")]).toEqual(["admin", "customer"]);
  expect(await after.db.select().from(sessions)).toEqual([]);
  // Eve was a customer before.
  const was = { role: "customer", staff_role: null };
  const change = { action: "user.role", subject: ada?.id, before: was, after: { role: "admin", staff_role: "owner" } };
  const log = await after.db.select().from(audit_log);
  expect(log).toEqual([expect.objectContaining({ ...change, actor: "npm run admin", actor_id: null })]);
});
