import { CARDS, CONTACT, DELIVERY, RETURNS } from "../content.ts";
import type { DeliveryTexts } from "../rules/delivery-texts.ts";
import type { LegalSections, LegalStore } from "./legal.ts";

export const TERMS_DESCRIPTION =
  "The rules for buying here: orders, prices, delivery, returns and refunds, and your rights under Nigerian consumer law.";

const AS_SPECIFIED = `, usually within ${DELIVERY.faqStandard}. The carrier's charge is paid by the buyer.`;
const BY_RATES =
  ". The price of delivery and the days of arrival are shown before you pay; the price is part of the amount you pay, and the days are kept with your order.";

/** Text of /terms-of-service. To be reviewed by counsel before launch. */
export function termsOf({ name, email, phone }: LegalStore, delivery: DeliveryTexts): LegalSections {
  return {
    "who-we-are": {
      title: "Who we are",
      body: [
        `${name} is an online wholesale marketplace in Nigeria. Our address is ${CONTACT.address}; you reach us at ${email} and ${phone}.`,
        "These terms hold for everything you buy here. By placing an order you accept them. They are written to be read; if a sentence is not clear, ask us before you order.",
      ],
    },
    "your-account": {
      title: "Your account",
      body: [
        "You can order without an account. If you have one, keep your password and codes to yourself: nobody from our side ever asks for them. Tell us at once when you think that somebody else uses your account.",
        "Please give your real name, phone number and address. We cannot deliver to details that are wrong, and we may close accounts that are used for fraud.",
      ],
    },
    "products-and-prices": {
      title: "Products and prices",
      body: [
        "Prices are in naira, for the unit named on the product, and hold from the minimum order on. Where a product has price steps, the price of the step that your quantity reaches holds. The total that you see before you pay is the total that you pay; nothing is added afterwards.",
        "Each product names its distributor. Pictures show the goods as they usually come; packing may change. Goods must match their description: if they do not, you can return them.",
        "If a price is plainly wrong, for instance because a zero is missing, we may cancel the order before it is shipped and give all the money back.",
      ],
    },
    orders: {
      title: "Orders",
      body: [
        "When you begin to pay, your goods are set aside for a short time. The contract is made when your payment is confirmed; you then get a confirmation with an order number by mail.",
        "If goods turn out to be missing after all, we offer you a replacement, a later delivery or your money back, as you choose.",
        "You may cancel an order as long as it is not shipped. We give back what you paid, less a reasonable charge where goods were cut, mixed or procured for you alone.",
      ],
    },
    payment: {
      title: "Payment",
      body: [
        `You pay by card (${CARDS}), bank transfer or mobile payment through Paystack, a payment company licensed in Nigeria. We neither see nor store card numbers.`,
        "We never ask for payment to a private account. Stamp duty or bank charges that your bank takes from you for a transfer are not part of the order.",
      ],
    },
    delivery: {
      title: "Delivery",
      body: [
        `We deliver to ${delivery.states}${delivery.hasRates ? BY_RATES : AS_SPECIFIED} The risk passes to you when the goods are handed over to you or to the person you named.`,
        "Count the goods and look at the packing before you sign the waybill, and write on it what is missing or damaged. If delivery is much later than we said, you may cancel and get your money back.",
      ],
    },
    "returns-and-refunds": {
      title: "Returns and refunds",
      body: [
        `You may return goods ${RETURNS.terms} of delivery if they are unused, in their packing and complete. Please tell us about visible damage and missing pieces ${RETURNS.faq}, so that we can settle it with the carrier.`,
        `Refunds are made the way you paid and reach you in ${RETURNS.refund} after we have the goods back.`,
        [
          "Goods that are defective, unsafe, expired or not as described are returned at our cost, with a full refund or a replacement, also after these days where the defect could not be seen before.",
          "Goods that you simply do not want any more are returned at your cost.",
          "Opened food, drinks, cosmetics and baby goods, cut fabric and goods sourced for you alone are only taken back when they are defective or wrong.",
        ],
      ],
    },
    "regulated-goods": {
      title: "Food, medicines and other regulated goods",
      body: [
        "Food, drinks, drugs, cosmetics, medical devices, chemicals and packaged water may be sold in Nigeria only when they are registered with NAFDAC; many other goods must meet the standards of SON. Suppliers confirm to us that their goods are, and show the number where there is one.",
        "If you resell such goods, you must keep to the same rules: store them as the label says, never sell them past their date, and keep the batch so that a recall can reach it.",
      ],
    },
    "your-rights": {
      title: "Your rights as a consumer",
      body: [
        "The Federal Competition and Consumer Protection Act 2018 gives consumers rights that no terms can take away, among them: prices that are shown, information in plain language, goods that match their description, the return of unsafe or defective goods, and a written record of each sale. The Act does not count buying for resale as consumer buying; we give you these rights all the same.",
        "If we cannot solve a complaint, you may turn to the Federal Competition and Consumer Protection Commission (FCCPC).",
      ],
    },
    "fair-use": {
      title: "Fair use of the shop",
      body: [
        "Please do not place orders that you do not mean to pay, test stolen cards, copy the catalogue by machine in a way that slows the shop, or try to get at other people's data. We may refuse service to whoever does.",
        "Words, pictures and software of the shop belong to us, our suppliers or their licensors.",
      ],
    },
    liability: {
      title: "What we answer for",
      body: [
        "We answer for our own faults and those of the people we work with, and for what the law does not let us exclude. We do not answer for profit that you expected from goods that came late, nor for what lies beyond anybody's control, such as floods, strikes or closed roads, as long as we tell you without delay.",
      ],
    },
    "law-and-changes": {
      title: "Law, disputes and changes",
      body: [
        "The law of the Federal Republic of Nigeria applies. Let us talk first: most things are settled by a call. What is not goes to the courts that are competent by law, or to mediation if both of us agree.",
        "When these terms change, the new ones hold for orders placed after that. An order is governed by the terms of its day.",
      ],
    },
  };
}
