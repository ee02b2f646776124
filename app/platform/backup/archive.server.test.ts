import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readArchive, writeArchive } from "./archive.server.ts";

test("a reader may leave before the end, whatever was unpacked meanwhile", async () => {
  const folder = mkdtempSync(join(tmpdir(), "oja-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "shop.oja");
  // Few packed bytes unpack to many chunks, so that some always wait to be read.
  await writeArchive(file, async (add) => {
    for (let n = 0; n < 60; n += 1) await add(`${n}`, 70_000, Buffer.alloc(70_000));
  });
  for (let leaveAt = 0; leaveAt < 60; leaveAt += 1) {
    let last = "";
    for await (const { name, body } of readArchive(file)) {
      last = name;
      if (name === String(leaveAt)) break;
      for await (const _ of body) for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    }
    expect(last).toBe(String(leaveAt));
  }
  await nextTurn();
});
