import { expect, test } from "vitest";
import { DELIVERY, RETURNS } from "./content.ts";
import { FAQ_CATEGORIES, faqOf } from "./content/faq.ts";
import { faqHref, findQuestions, readFaq } from "./rules.ts";
import { deliveryTexts } from "./rules/delivery-texts.ts";

const FAQ = faqOf(deliveryTexts(null));

test("each category has at least five questions, and each question a unique id", () => {
  for (const category of FAQ_CATEGORIES)
    expect(findQuestions(FAQ, { category, q: "" }).length, category).toBeGreaterThanOrEqual(5);
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
  expect(findQuestions(FAQ, { category: "all", q }).map(({ id }) => id)).toEqual(ids);
});

test("a search is limited to its category", () => {
  expect(findQuestions(FAQ, { category: "returns", q: "waybill" })).toEqual([]);
});

test.each([
  ["", "/faq"],
  ["category=orders&q=%20my%20%20cart", "/faq?category=orders&q=my+cart"],
  ["category=all", "/faq"],
  ["category=nothing&junk=1", "/faq"],
])("the query %j has the URL %s", (query, href) => {
  expect(faqHref(readFaq(new URLSearchParams(query)))).toBe(href);
});

const RATES = deliveryTexts({ states: "Lagos and Ogun", min_days: 0, max_days: 4 });

test("with rates the questions about delivery are answered from them, and no specified time is left", () => {
  const texts = faqOf(RATES).map(({ answer }) => answer);
  const all = texts.join(" ");
  for (const part of ["up to 4 working days", "To Lagos and Ogun.", "only the delivery you choose"])
    expect(all).toContain(part);
  const specified = [DELIVERY.states, DELIVERY.faqStandard, DELIVERY.faqExpress, "paid by the buyer to the carrier"];
  for (const part of specified) expect(all).not.toContain(part);
  expect(texts).toHaveLength(FAQ.length);
});

test.each([
  [0, 0, "1 working day"],
  [0, 1, "1 working day"],
  [0, 3, "up to 3 working days"],
  [1, 4, "1-4 working days"],
  [2, 2, "2 working days"],
])("from %i to %i days are %s on each page", (min_days, max_days, days) => {
  const { home, product, about } = deliveryTexts({ states: "Lagos", min_days, max_days });
  expect([home, product, about]).toEqual([days, days, days]);
});
