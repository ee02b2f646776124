import { expect, test } from "vitest";
import { drawOnce } from "#app/shell/seo/share-pictures.server.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a picture is drawn once, one at a time, and too many waiting ones are turned away", async () => {
  const begun: string[] = [];
  const ends: ((jpeg: Buffer) => void)[] = [];
  const ask = (address: string) =>
    drawOnce(address, () => {
      begun.push(address);
      return new Promise((resolve) => ends.push(resolve));
    });
  const addresses = Array.from({ length: 31 }, (_, place) => `/share/${place}.jpg`);
  const asked = addresses.map(ask);
  const again = ask("/share/0.jpg");
  await settled();
  expect(begun).toEqual(["/share/0.jpg"]);
  expect(await ask("/share/31.jpg")).toBeUndefined();
  for (const address of addresses) {
    ends.shift()?.(Buffer.from(address));
    await settled();
  }
  expect((await Promise.all(asked)).map(String)).toEqual(addresses);
  expect(String(await again)).toBe("/share/0.jpg");
  expect(String(await ask("/share/30.jpg"))).toBe("/share/30.jpg");
  expect(begun).toEqual(addresses);
});

test("a failure is not cached, and the oldest picture goes first above 16 MB", async () => {
  await expect(drawOnce("/share/x.jpg", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  const drawn: string[] = [];
  const ask = (address: string) =>
    drawOnce(address, async () => {
      drawn.push(address);
      return Buffer.alloc(6 * 1024 * 1024);
    });
  for (const address of ["x", "y", "x", "z", "x", "y"]) await ask(address);
  expect(drawn).toEqual(["x", "y", "z", "y"]);
});
