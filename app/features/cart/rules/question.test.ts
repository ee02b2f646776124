import { expect, test } from "vitest";
import { questionText } from "./question.ts";

const RICE = { name: "Ofada rice & beans", unit: "50 kg bag", quantity: 1200, slug: "ofada-rice" };

test("the message has product, quantity and link", () => {
  expect(questionText([RICE], "https://shop.example")).toBe(
    "Hello, I have a question about this product:\n\n1,200 x Ofada rice & beans (50 kg bag)\nhttps://shop.example/product/ofada-rice",
  );
});

test("a large cart is truncated", () => {
  const lines = Array.from({ length: 300 }, (_, at) => ({ ...RICE, unit: "", name: `Rice ${at}` }));
  const text = questionText(lines, "https://shop.example");
  expect(text).toContain("these products");
  expect(text.endsWith("\n\nand 288 more")).toBe(true);
  expect(encodeURIComponent(text).length).toBeLessThan(2_000);
});
