import { expect, test } from "vitest";
import { outagePage } from "./outage-page.server.tsx";

test("the page of an outage has the shop's name and address, its stylesheet, a way to try again and no script", () => {
  const store = { name: "Kano <Depot>", email: "help@kano.example" };
  const address = "https://shop.example/products?search=a&page=2";
  const html = outagePage({ store, stylesheets: ["/assets/root-x.css"], address });
  expect(html).toMatch(/^<!doctype html><html lang="en-NG"/);
  expect(html).toContain("<title>Back in a moment | Kano &lt;Depot&gt;</title>");
  expect(html).toContain('<link rel="stylesheet" href="/assets/root-x.css"/>');
  expect(html).toContain('href="mailto:help@kano.example"');
  expect(html).toContain('<a href="https://shop.example/products?search=a&amp;page=2"');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain("<script");
});
