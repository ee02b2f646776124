import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./engine/password.server.ts";

/** "right-password", hashed with the parameters below. */
const STORED = "$argon2id$v=19$m=19456,t=2,p=1$AoT1Q18xGtnT47NAsEI1rg$ZnO2a1oPmMxFwvelPepXYEz4KLQpxk7RmALa05mh/w8";

test("a password is hashed with Argon2id by OWASP's minimum profile, and stored hashes stay valid", async () => {
  // In a process of its own, because the tests' process hashes with less memory.
  const code = `import { hashPassword, verifyPassword } from "./engine/password.server.ts";
    const made = await hashPassword("right-password");
    const verify = (password, hash) => verifyPassword({ password, hash });
    console.log(JSON.stringify([made, await verify("right-password", made), await verify("wrong-password", made),
      await verify("right-password", "${STORED}"), await verify("right-passwore", "${STORED}")]));`;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], { cwd: import.meta.dirname });
  const [made, ...verified] = JSON.parse((await run).stdout) as [string, ...boolean[]];
  expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(verified).toEqual([true, false, true, false]);
});

test("equal passwords have different hashes; a malformed hash matches none", async () => {
  const [one, other] = [await hashPassword("right-password"), await hashPassword("right-password")];
  expect(one).not.toBe(other);
  expect(await verifyPassword({ hash: one, password: "right-password" })).toBe(true);
  expect(await verifyPassword({ hash: one, password: "wrong-password" })).toBe(false);
  expect(await verifyPassword({ hash: "$argon2id$secret", password: "right-password" })).toBe(false);
});
