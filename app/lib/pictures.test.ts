import { expect, test } from "vitest";
import { isPictureAddress, coverSet } from "./pictures.ts";

const UPLOAD = `/files/blog/3f/3f${"a".repeat(30)}`;

test.each([
  [
    "/files/demo/covers/rice.webp",
    "/files/demo/covers/rice.webp",
    "/files/demo/covers/rice-320.webp 320w, /files/demo/covers/rice-640.webp 640w, /files/demo/covers/rice.webp 1200w",
  ],
  [`${UPLOAD}.webp`, `${UPLOAD}-1280.webp`, `${UPLOAD}-320.webp 320w, ${UPLOAD}.webp 640w, ${UPLOAD}-1280.webp 1280w`],
  ["https://pictures.example/a.webp", "https://pictures.example/a.webp", undefined],
])("the cover %s is loaded in the width that fits", (address, src, srcSet) => {
  expect(coverSet(address)).toEqual(srcSet ? { src, srcSet } : { src });
});

test.each([
  ["/files/products/3f/x.webp", true],
  ["https://cdn.example/kid's-shirt.jpg?v=2", true],
  ["/files/../../x", false],
  ["/files/a/%2e%2E/x", false],
  ["/files/a/.%2e/x", false],
  ["/files/", false],
  ["/files/a b.webp", false],
  ["/admin", false],
  ["//other.example/x", false],
  ["http://cdn.example/x.jpg", false],
  ["javascript:alert(1)", false],
  ["", false],
])("%j may be a picture's address: %s", (address, may) => {
  expect(isPictureAddress(address)).toBe(may);
});
