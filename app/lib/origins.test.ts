import { expect, test } from "vitest";
import { ownOrigins } from "./origins.ts";

test.each([
  ["https://shop.example", ["https://shop.example"]],
  ["http://localhost:3000", ["http://localhost:3000", "http://127.0.0.1:3000"]],
  ["http://127.0.0.1:3000", ["http://127.0.0.1:3000", "http://localhost:3000"]],
])("%s is reached under %j", (baseUrl, origins) => {
  expect(ownOrigins(baseUrl)).toEqual(origins);
});
