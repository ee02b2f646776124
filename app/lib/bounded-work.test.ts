import { expect, test } from "vitest";
import { BoundedWork } from "./bounded-work.ts";

test("does a key's work once, some at a time, and turns away what is too much", async () => {
  const work = new BoundedWork({ atOnce: 2, waiting: 2, bytes: 1_000 });
  const begun: string[] = [];
  const ends = new Map<string, (bytes: Buffer) => void>();
  const ask = (key: string) =>
    work.run(key, () => {
      begun.push(key);
      return new Promise((resolve) => ends.set(key, resolve));
    });
  const asked = ["a", "a", "b", "c", "d"].map(ask);
  expect(begun).toEqual(["a", "b"]);
  expect(await ask("e")).toBeNull();
  ends.get("a")?.(Buffer.from("A"));
  expect(await Promise.all(asked.slice(0, 2))).toEqual([Buffer.from("A"), Buffer.from("A")]);
  expect(begun).toEqual(["a", "b", "c"]);
  for (const key of ["b", "c"]) ends.get(key)?.(Buffer.from(key));
  await asked[3];
  ends.get("d")?.(Buffer.from("d"));
  await Promise.all(asked);
  expect(await ask("a")).toEqual(Buffer.from("A"));
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("forgets the least recently used above its bytes, and a failure at once", async () => {
  const work = new BoundedWork({ atOnce: 1, waiting: 5, bytes: 20 });
  let times = 0;
  const ask = (key: string) =>
    work.run(key, async () => {
      times += 1;
      return Buffer.alloc(10);
    });
  await ask("a");
  await ask("b");
  await ask("a");
  await ask("c");
  await ask("a");
  expect(times).toBe(3);
  await ask("b");
  expect(times).toBe(4);
  await expect(work.run("x", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await work.run("x", async () => Buffer.from("fine"))).toEqual(Buffer.from("fine"));
});
