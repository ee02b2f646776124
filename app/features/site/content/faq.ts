import { CARDS, DELIVERY, RETURNS, SUPPLIER_REVIEW } from "../content.ts";
import type { DeliveryTexts } from "../rules/delivery-texts.ts";

/** A question of /faq. `link` is shown after the answer. */
export type FaqItem = {
  /** URL fragment of the question: /faq#<id>. */
  id: string;
  question: string;
  answer: string;
  category: FaqCategory;
  link?: { to: string; label: string };
};

export const FAQ_CATEGORIES = ["general", "orders", "shipping", "payment", "returns"] as const;
export type FaqCategory = (typeof FAQ_CATEGORIES)[number];

export const FAQ_LABELS: Record<FaqCategory | "all", string> = {
  all: "All Questions",
  general: "General",
  orders: "Orders",
  shipping: "Shipping",
  payment: "Payment",
  returns: "Returns",
};

export const FAQ_PAGE = {
  title: "Frequently asked questions",
  description: ({ states }: DeliveryTexts) =>
    `How buying in bulk works here: orders, delivery to ${states}, payment, returns and becoming a supplier.`,
  empty: "No results found",
} as const;

const DISTRIBUTORS = "the distributor named on the product's page";

type Question = Omit<FaqItem, "id" | "category" | "answer"> & { answer: string | ((texts: DeliveryTexts) => string) };

/** The questions by category and id. */
const QUESTIONS: Record<FaqCategory, Record<string, Question>> = {
  general: {
    "who-can-buy": {
      question: "Who can buy here?",
      answer:
        "Anybody who needs quantity: provision stores, supermarkets, restaurants, schools, churches, offices, event planners and families who share a carton. You need no business registration to order, and an account is not required either.",
    },
    "minimum-order": {
      question: "Why do products have a minimum order?",
      answer:
        "Prices are wholesale prices: they hold from a certain number of bags, cartons or packs on. The minimum stands on each product's page and differs by product. Below it the goods cannot be put in the cart.",
    },
    "larger-quantities": {
      question: "Do larger quantities cost less?",
      answer:
        "Yes. Where a product has price steps, its page shows from which quantity which price holds, and the cart applies the right one by itself. For quantities far above the last step, ask for a quote.",
      link: { to: "/custom-order", label: "Request a custom order" },
    },
    "not-listed": {
      question: "I cannot find what I need. Can you source it?",
      answer:
        "Often, yes. Send a custom order with a description, the quantity and a picture if you have one. We ask our suppliers and come back to you with a price and how long the offer stands.",
      link: { to: "/custom-order", label: "Request a custom order" },
    },
    "become-supplier": {
      question: "How do I become a supplier?",
      answer: `Fill in the supplier registration with your business name, address, category and WhatsApp number. We look at it within ${SUPPLIER_REVIEW.form} and write to you by mail when it is decided.`,
      link: { to: "/supplier-registration", label: "Become a supplier" },
    },
    nafdac: {
      question: "Are foods, drinks and cosmetics registered with NAFDAC?",
      answer:
        "Packaged food, drinks, drugs, cosmetics and similar goods that are sold in Nigeria must be registered with NAFDAC. Where a product carries a number, we show it on its page; compare it with the one on the pack when the goods arrive, and tell us if they differ.",
    },
  },
  orders: {
    "account-needed": {
      question: "Do I need an account to order?",
      answer:
        "No. You can check out as a guest. With an account you see your orders and their status at any time, get your details filled in, and order the same goods again with one tap.",
      link: { to: "/signup", label: "Create an account" },
    },
    "track-order": {
      question: "How do I follow my order?",
      answer:
        "Signed in, open My Orders: the status changes there as soon as it moves, from processing to shipped to delivered. As a guest, use the link in your confirmation mail.",
      link: { to: "/profile/orders", label: "My Orders" },
    },
    "change-order": {
      question: "Can I change or cancel an order that is paid?",
      answer:
        "As long as its status is processing, call or write to us at once with the order number, and we change or cancel it. Once it is shipped, it can no longer be changed; then the rules for returns hold.",
      link: { to: "/contact", label: "Contact us" },
    },
    "out-of-stock": {
      question: "What happens when something in my cart sells out?",
      answer:
        "The cart checks price, minimum and stock again before you pay and says what changed. From the start of payment your goods are held for you, so that nobody else can buy them while you pay.",
    },
    invoice: {
      question: "Do I get a receipt for my books?",
      answer:
        "Yes. Each paid order has an itemised receipt that you can print or save as PDF from My Orders. It names the goods, quantities, prices and the payment reference.",
      link: { to: "/profile/orders", label: "My Orders" },
    },
    "order-by-phone": {
      question: "Can I order by phone or WhatsApp?",
      answer:
        "We gladly answer questions there, and products and the cart have a button that opens WhatsApp with your question ready. The order itself is placed and paid in the shop, so that price and stock are certain for both of us.",
    },
  },
  shipping: {
    "delivery-time": {
      question: "How long does delivery take?",
      answer: ({ hasRates, product }) =>
        hasRates
          ? `It takes ${product}, depending on the place, the way of delivery and the supplier. Choose your place on a product, in the cart or at checkout: you see the very days before you pay, and your order keeps them.`
          : `Standard shipping takes ${DELIVERY.faqStandard}, express shipping ${DELIVERY.faqExpress}, counted from the day on which your payment is confirmed. Heavy goods and places far from the supplier may need the longer end of that.`,
    },
    "delivery-area": {
      question: "Where do you deliver?",
      answer: ({ hasRates, states }) =>
        hasRates
          ? `To ${states}. At checkout you see the ways that reach your place, each with its price and days. If there is none yet, ask us for a delivery price there.`
          : `To ${DELIVERY.states} and the Federal Capital Territory. Goods go to a door where trucks can reach it, else to the nearest motor park or depot, where we agree on the hand-over with you.`,
    },
    "delivery-cost": {
      question: "What does delivery cost?",
      answer: ({ hasRates }) =>
        hasRates
          ? "It depends on the place and the weight. Choose your place on a product, in the cart or at checkout, and you see the price of each way. The one you choose is part of the amount you pay in the shop; nothing is due to the carrier."
          : "Delivery is paid by the buyer to the carrier and is not part of the amount you pay in the shop. What it costs depends on weight and distance; we tell you before the goods leave.",
    },
    waybill: {
      question: "What is a waybill, and what do I do with it?",
      answer:
        "The paper, or its photograph, that travels with your goods: it names sender, receiver, number of pieces and the carrier's number. Count the pieces against it before you sign, and write what is missing or broken on it.",
    },
    "who-receives": {
      question: "Can somebody else receive my goods?",
      answer: ({ hasRates }) =>
        `Yes. Give us the name and phone number of the person, best as the substitute phone number at checkout. The driver calls that number and asks for your order number.${
          hasRates ? " Goods that are collected are handed over for the 4-digit code in your order." : ""
        }`,
    },
    "damaged-on-arrival": {
      question: "The carton is wet, torn or short. What now?",
      answer:
        "Do not send the driver away before you have taken pictures and written it on the waybill. Then contact us on the same day with the pictures and your order number.",
      link: { to: "/contact", label: "Contact us" },
    },
  },
  payment: {
    "payment-methods": {
      question: "How can I pay?",
      answer: `By card (${CARDS}), by bank transfer and by mobile payment, all through Paystack. The shop never sees your card number.`,
    },
    "transfer-not-confirmed": {
      question: "I paid by transfer and the page is still waiting. Is my money lost?",
      answer:
        "No. Transfers can take some minutes. You may close the page: as soon as the money arrives, your order is placed and we confirm it by mail. Please do not pay again. If your bank says 'sent' and there is no order after some minutes, use 'Find my payment' below.",
    },
    "pay-on-delivery": {
      question: "Can I pay on delivery?",
      answer:
        "No. Bulk goods are packed and moved for one buyer, so they are paid before they leave. Your protection is the return and refund rules below, and that the payment goes through Paystack and not to a private account.",
    },
    "asked-to-transfer": {
      question: "Somebody asked me to transfer money to a personal account for my order. Is that you?",
      answer:
        "No. We take payment only at our checkout. An account number is right only on a page of this shop, which you can also get from the buyer as a link: check its address. Do not pay to any other account that was sent to you in a chat or by SMS, and tell us about it.",
      link: { to: "/contact", label: "Report it" },
    },
    "stamp-duty": {
      question: "My bank charged 50 naira more than the order. Why?",
      answer:
        "That is the stamp duty which banks take from the sender for transfers of 10,000 naira and above. It goes to the government and is not part of your order.",
    },
    "prices-with-vat": {
      question: "Do the prices include VAT?",
      answer: ({ hasRates }) =>
        `The price you see is the price you pay for the goods; ${hasRates ? "only the delivery you choose" : "nothing"} is added at checkout. Many basic foods carry no VAT at all.`,
    },
  },
  returns: {
    "return-window": {
      question: "How long do I have to return something?",
      answer: `Tell us ${RETURNS.faq}. Goods that are unsafe, defective or not as described can be reported later, too: the Federal Competition and Consumer Protection Act gives you that right, and we keep to it.`,
      link: { to: "/terms-of-service", label: "Terms of Service" },
    },
    "how-to-return": {
      question: "How do I return goods?",
      answer:
        "Contact us with your order number, what is wrong and pictures of goods and packing. We answer with where they go and who collects them. Please do not send anything before that.",
      link: { to: "/contact", label: "Contact us" },
    },
    "refund-time": {
      question: "When do I get my money back?",
      answer: `Refunds reach your account within ${RETURNS.refund} after the goods are back with us and checked. They go the way the payment came: to the card or the bank account.`,
    },
    "not-returnable": {
      question: "What cannot be returned?",
      answer:
        "Opened food, drinks, cosmetics and baby goods, cut fabric, and goods made or sourced for you alone, unless they are defective, expired or not what you ordered.",
    },
    "wrong-item": {
      question: "I got the wrong goods. Who pays for sending them back?",
      answer: `We do, when the goods are wrong, defective or damaged before they reached you. When you only changed your mind and ${DISTRIBUTORS} takes the goods back, sending them is at your cost.`,
    },
    complain: {
      question: "I am not happy with how my complaint was handled. What can I do?",
      answer: `Write to us once more and ask for a manager. You may also turn to the Federal Competition and Consumer Protection Commission (FCCPC).`,
      link: { to: "/contact", label: "Contact us" },
    },
  },
};

/** All questions with their answers, those about delivery as the shop delivers. */
export function faqOf(texts: DeliveryTexts): FaqItem[] {
  return FAQ_CATEGORIES.flatMap((category) =>
    Object.entries(QUESTIONS[category]).map(([id, { answer, ...item }]) => {
      return { id, category, ...item, answer: typeof answer === "string" ? answer : answer(texts) };
    }),
  );
}
