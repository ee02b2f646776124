import { expect, test } from "vitest";
import { coverSet } from "./pictures.ts";

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
