import { createHash, randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { removePicture } from "#app/platform/files/uploaded-pictures.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { startObjectStore } from "../fixtures/object-store.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let admin: Visitor;
let photo: Buffer;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  admin = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#264" } })
    .jpeg()
    .toBuffer();
});
/** All tests share the folder of pictures. */
const stored = new Set<string>();
afterAll(async () => {
  for (const address of stored) await removePicture(shop.shop.files, address);
  await shop.close();
});

/** The path of a page's share picture. */
const tagged = (html: string) => new URL(/property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "").pathname;

async function upload(who: Visitor, file: Uint8Array | string, preset = "products", headers = {}) {
  const body = new FormData();
  body.set("upload_preset", preset);
  body.set(
    "file",
    typeof file === "string" ? file : new File([Buffer.from(file)], "photo.jpg", { type: "image/jpeg" }),
  );
  const answer = await who.send("/api/uploads", { method: "POST", body, headers: { Origin: who.base, ...headers } });
  if (typeof answer.json["address"] === "string") stored.add(answer.json["address"]);
  return answer;
}

test("an admin's picture is stored in all widths under addresses that never change", async () => {
  const answer = await upload(admin, photo);
  expect(answer.status).toBe(200);
  const { secure_url, public_id, address } = answer.json as Record<string, string>;
  expect(secure_url).toBe(`${shop.url}${address}`);
  expect(address).toBe(`/files/${public_id}.webp`);
  expect(public_id).toMatch(/^products\/[0-9a-f]{2}\/[0-9a-f]{32}$/);
  for (const [path, width] of [
    [`/files/${public_id}-160.webp`, 160],
    [address, 640],
    [`/files/${public_id}-1280.webp`, 800],
  ] as const) {
    const file = await fetch(shop.url + path);
    expect(file.status).toBe(200);
    expect([file.headers.get("Content-Type"), file.headers.get("Cache-Control")]).toEqual([
      "image/webp",
      "public, max-age=31536000, immutable",
    ]);
    expect(await sharp(Buffer.from(await file.arrayBuffer())).metadata()).toMatchObject({ format: "webp", width });
  }
  expect((await upload(admin, photo)).json).toMatchObject({ public_id });
  const embedded = await upload(admin, `data:image/jpeg;base64,${photo.toString("base64")}`, "blog");
  expect(embedded.json["public_id"]).toMatch(/^blog\//);
});

test("guests and customers upload nothing, and neither does a page of another site", async () => {
  const customer = await signedIn(shop, await makeCustomer(shop));
  expect((await upload(new Visitor(shop.url), photo)).status).toBe(401);
  expect((await upload(customer, photo)).status).toBe(403);
  expect((await upload(admin, photo, "products", { Origin: "https://evil.example" })).status).toBe(403);
  expect((await admin.get("/api/uploads")).status).toBe(405);
});

test("what is no picture is refused with 'Image upload failed' and the remedy", async () => {
  const cases: [Uint8Array | string, string, number, RegExp][] = [
    ["<svg/>", "products", 422, /^Image upload failed\. Please choose a JPEG, PNG/],
    [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "products", 422, /Please choose a JPEG, PNG/],
    [photo.subarray(0, 900), "products", 422, /damaged or not complete/],
    [photo, "../etc", 422, /no such upload preset/],
    ["", "products", 422, /Please choose a picture/],
    [randomBytes(10.5 * 1_048_576), "products", 413, /at most 10 MB/],
  ];
  for (const [file, preset, status, message] of cases) {
    const answer = await upload(admin, file, preset);
    expect([answer.status, answer.json["message"]]).toEqual([status, expect.stringMatching(message)]);
  }
  const headers = { Origin: shop.url, "Content-Type": "application/json" };
  expect((await admin.send("/api/uploads", { method: "POST", body: "{}", headers })).status).toBe(415);
});

test("many pictures at once are decoded without keeping pages waiting for them", async () => {
  const noise = sharp(randomBytes(3000 * 2000 * 3), { raw: { width: 3000, height: 2000, channels: 3 } });
  const large = await noise.jpeg({ quality: 60 }).toBuffer();
  const progress = { isDone: false };
  const all = Promise.all(Array.from({ length: 4 }, () => upload(admin, large))).finally(
    () => (progress.isDone = true),
  );
  let pages = 0;
  while (!progress.isDone) {
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
    pages += 1;
  }
  expect((await all).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(pages).toBeGreaterThan(4);
});

test("with an object store pictures go there and keep their addresses; while it is away uploads fail and say so", async () => {
  const s3 = await startObjectStore();
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings;
  const other = await testShop({
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
  try {
    const boss = await signedIn(other, await makeCustomer(other, { role: "admin" }));
    // No other test stores this one in the folder.
    const wine = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#835" } })
      .jpeg()
      .toBuffer();
    const answer = await upload(boss, wine);
    expect(answer.status).toBe(200);
    const { address } = answer.json as Record<string, string>;
    stored.delete(address ?? "");
    const file = await fetch(other.url + address);
    expect([file.status, file.headers.get("Content-Type"), file.headers.get("Cache-Control")]).toEqual([
      200,
      "image/webp",
      "public, max-age=31536000, immutable",
    ]);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex").slice(0, 32)).toBe(address?.slice(-37, -5));
    expect(s3.requests.filter(({ method }) => method === "PUT")).toHaveLength(4);
    expect(s3.requests.every(({ isSigned }) => isSigned)).toBe(true);
    expect((await fetch(`${other.url}/files/products/ab/${"0".repeat(32)}.webp`)).status).toBe(404);

    const { rows } = await other.shop.database.sql(
      "insert into products (name, slug, price_kobo, images) values ('Basin', 'basin', 900000, $1) returning id",
      [JSON.stringify([address])],
    );
    const shared = async () =>
      await fetch(other.url + tagged(await (await fetch(`${other.url}/product/basin`)).text()), { redirect: "manual" });
    s3.setDown(true);
    vi.spyOn(other.shop.log, "error").mockImplementation(() => {});
    expect((await shared()).status, "nothing is drawn without its picture").toBe(503);
    s3.setDown(false);
    const card = await shared();
    expect(card.status).toBe(200);
    const { data: pixels } = await sharp(await card.arrayBuffer())
      .extract({ left: 280, top: 315, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const off = [0x88, 0x33, 0x55].map((value, at) => Math.abs((pixels[at] ?? 0) - value));
    expect(Math.max(...off), "the picture is there").toBeLessThan(16);
    await other.shop.database.sql("delete from products where id = $1", [rows[0]?.["id"]]);
    s3.setDown(true);
    const refused = await upload(boss, photo, "blog");
    expect([refused.status, refused.json["message"]]).toEqual([
      503,
      "Image upload failed. Please try again in a moment.",
    ]);
  } finally {
    await other.close();
    await s3.close();
  }
});
