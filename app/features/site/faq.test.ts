import { expect, test } from "vitest";
import { DELIVERY, RETURNS } from "./content.ts";
import { FAQ, FAQ_CATEGORIES } from "./content/faq.ts";
import { faqHref, findQuestions, readFaq } from "./rules.ts";

test("each category has at least five questions, and each question a unique id", () => {
  for (const category of FAQ_CATEGORIES)
    expect(findQuestions({ category, q: "" }).length, category).toBeGreaterThanOrEqual(5);
  expect(new Set(FAQ.map(({ id }) => id)).size).toBe(FAQ.length);
});

test("answers name ways to pay, delivery, return and review times", () => {
  const text = FAQ.map(({ answer }) => answer).join(" ");
  for (const claim of [
    `Standard shipping takes ${DELIVERY.faqStandard}`,
    DELIVERY.faqExpress,
    RETURNS.faq,
    RETURNS.refund,
    "Visa, MasterCard and Verve",
    "bank transfer",
    "mobile payment",
    "24-48 hours",
  ])
    expect(text).toContain(claim);
  expect([DELIVERY.faqStandard, DELIVERY.faqExpress]).toEqual(["5-10 business days", "2-3 business days"]);
});

test.each([
  ["WAYBILL paper", ["waybill"]],
  ["nafdac", ["nafdac"]],
  ["refunds, reach!", ["refund-time"]],
  ["zebra", []],
])("a search for %j finds %j", (q, ids) => {
  expect(findQuestions({ category: "all", q }).map(({ id }) => id)).toEqual(ids);
});

test("a search is limited to its category", () => {
  expect(findQuestions({ category: "returns", q: "waybill" })).toEqual([]);
});

test.each([
  ["", "/faq"],
  ["category=orders&q=%20my%20%20cart", "/faq?category=orders&q=my+cart"],
  ["category=all", "/faq"],
  ["category=nothing&junk=1", "/faq"],
])("the query %j has the URL %s", (query, href) => {
  expect(faqHref(readFaq(new URLSearchParams(query)))).toBe(href);
});
