import { expect, test } from "vitest";
import { backupCodeOf, newBackupCodes } from "./engine/backup-codes.server.ts";

test("generates ten different backup codes of unambiguous characters", () => {
  const codes = newBackupCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$/);
});

test.each([
  ["k7m3q-x9t2w", "k7m3q-x9t2w"],
  [" k7m3q x9t2w ", "k7m3q-x9t2w"],
  ["K7M3QX9T2W", "k7m3q-x9t2w"],
  ["K7m3q - x9t2w", "k7m3q-x9t2w"],
  ["aB3dE-fGh2K", "aB3dE-fGh2K"],
  ["aB3dEfGh2K", "aB3dE-fGh2K"],
  ["ABCDO-FGHJK", "ABCDO-FGHJK"],
  ["", "-"],
])("the backup code %j is normalized to %j", (typed, code) => {
  expect(backupCodeOf(typed)).toBe(code);
});
