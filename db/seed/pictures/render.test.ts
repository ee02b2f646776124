import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TOP_CATEGORIES } from "../categories.ts";
import { picturePlan } from "./plan.ts";
import { renderCategoryPictures, renderDemoPictures } from "./render.ts";
import { PACK_NAMES, pictureSvg } from "./scenes.ts";
import { ensureShopPictures, SHOP_PICTURES } from "./shop-pictures.ts";

let filesDir: string;
beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), "oja-pictures-"));
});
afterAll(() => rm(filesDir, { recursive: true }));

test("a shop without demo goods gets its category pictures and the placeholder, in three sizes", async () => {
  await ensureShopPictures(filesDir);
  const names = [...TOP_CATEGORIES.map(({ slug }) => `category-${slug}`), "category-default", "placeholder"];
  expect(SHOP_PICTURES.toSorted()).toEqual(names.toSorted());
  const expected = names.flatMap((name) => [`${name}.webp`, `${name}-320.webp`, `${name}-160.webp`]);
  expect((await readdir(join(filesDir, "demo"))).toSorted()).toEqual(expected.toSorted());
  for (const [suffix, width] of [
    ["", 640],
    ["-320", 320],
    ["-160", 160],
  ] as const) {
    const file = join(filesDir, "demo", `category-household${suffix}.webp`);
    expect(await sharp(file).metadata()).toMatchObject({ format: "webp", width, height: width });
  }
  expect((await stat(join(filesDir, "demo", "category-household.webp"))).size).toBeLessThan(16_000);
});

test("pictures that exist are left alone", async () => {
  const file = join(filesDir, "demo", "placeholder.webp");
  await writeFile(file, "mine");
  await renderCategoryPictures(filesDir);
  expect((await stat(file)).size).toBe(4);
});

test("rendering stops when it is told to", async () => {
  const stop = new AbortController();
  const rendering = renderDemoPictures(filesDir, {
    signal: stop.signal,
    onDone: () => stop.abort(new Error("enough")),
  });
  await expect(rendering).rejects.toThrow("enough");
});

test("every planned picture can be drawn, and all packs are used", () => {
  const plan = picturePlan();
  expect(plan.every((picture) => pictureSvg(picture).startsWith("<svg"))).toBe(true);
  expect(plan.filter((picture) => /NaN|undefined/.test(pictureSvg(picture)))).toEqual([]);
  expect(new Set(plan.map(({ pack }) => pack))).toEqual(new Set(PACK_NAMES));
});
