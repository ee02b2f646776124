import type { DeliveryTexts } from "../rules/delivery-texts.ts";

export const ABOUT_DESCRIPTION =
  "A wholesale marketplace for Nigeria: goods by the bag, carton and bale from suppliers you can name, at prices you can see.";

type Fact = { label: string } & ({ claim: "products" | "suppliers" } | { value: string });

/** Texts of /about. */
export const aboutOf = ({ about: days, states }: DeliveryTexts) => ({
  lead: "Most shops in Nigeria buy the way their parents did: a night bus, a day in the market, a bargain struck in the heat, and the hope that the goods arrive. We keep what is good about the market, its range and its prices, and take the trip out of it.",
  facts: [
    { claim: "products", label: "products" },
    { claim: "suppliers", label: "suppliers" },
    { value: days, label: `delivery to ${states}` },
  ] as Fact[],
  sections: [
    {
      title: "What we do",
      text: [
        "We bring manufacturers, importers, millers and distributors into one shop. You see today's price, the minimum order and what is in stock before you decide, and you pay the price you saw.",
        "Whoever buys more pays less per piece: price steps are shown on the product, not kept in somebody's head.",
      ],
    },
    {
      title: "How we choose suppliers",
      text: [
        "Every supplier registers with an address and a number that we call. We look at what they sell, how they pack it and whether regulated goods carry their NAFDAC number, before they are listed.",
        "Suppliers whose goods come back too often leave the shop. You find the supplier's name on each product, because a name is worth more than a promise.",
      ],
    },
    {
      title: "How your goods travel",
      text: [
        `Orders reach you in ${days}, in ${states}. They go by truck, by parcel service or by waybill from the motor park, whichever is safest for the goods and the road.`,
        "Goods are counted when they leave and counted when they arrive. If the two numbers differ, that is our problem, not yours.",
      ],
    },
    {
      title: "How your money is kept safe",
      text: [
        "You pay at our checkout through Paystack, by card, transfer or mobile payment, and never to anybody's private account. Your order exists from the moment the payment is confirmed, even if your line breaks right then.",
        "What you return within the terms is refunded the way you paid.",
      ],
    },
    {
      title: "Who we work for",
      text: [
        "For the woman who opens her kiosk at six and cannot leave it to restock. For the school that needs three hundred exercise books by Monday. For the restaurant whose cook wants the same rice every week. For everybody who buys for more than one kitchen.",
      ],
    },
  ],
});
