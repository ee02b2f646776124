import { CONTACT, LEAST_AGE } from "../content.ts";
import type { LegalSections, LegalStore } from "./legal.ts";

export const PRIVACY_DESCRIPTION =
  "Which data we keep about you, why, for how long, who else sees it, and your rights under the Nigeria Data Protection Act 2023.";

/** Text of /privacy-policy. To be reviewed by counsel before launch. */
export function privacyOf({ name, email, phone }: LegalStore): LegalSections {
  return {
    "in-short": {
      title: "In short",
      body: [
        [
          "We keep what we need to sell and deliver to you, and what the law makes us keep.",
          "We sell no data, show no advertisements of others, and have no trackers of other companies on our pages.",
          "Your card number never reaches us.",
          "You can see your data, take it with you, correct it and delete your account by yourself, in your profile.",
        ],
      ],
    },
    controller: {
      title: "Who is responsible",
      body: [
        `${name}, ${CONTACT.address}, decides how your data is used (the data controller under the Nigeria Data Protection Act 2023, in short NDPA). For everything about your data write to ${email} or call ${phone}, and our data protection officer answers.`,
      ],
    },
    "what-and-why": {
      title: "What we keep, and why",
      body: [
        [
          "Orders: name, email, phone, address, what you bought and paid. To sell and deliver to you (contract), and for our books (legal duty).",
          "Account: name, email or phone, password in a form nobody can read, ways to sign in, open sessions. To run your account (contract) and to keep strangers out of it (legitimate interest).",
          "Messages, custom orders and supplier registrations: what you write to us and how we reach you. To answer (your request).",
          "Newsletter: your address, when and where you agreed, and when you confirmed. Only with your consent, which you can take back with one click in each mail.",
          "Cart and wishlist: they stay in your own browser, until you order.",
          "Security records: internet address and time of sign-ins and of forms. To stop fraud and floods of messages (legitimate interest). They are deleted soon.",
        ],
      ],
    },
    cookies: {
      title: "Cookies and storage in your browser",
      body: [
        "We set cookies that the shop cannot work without: one that keeps you signed in, one that brings you back to your page after signing in, and one that carries your cart where scripts are off. Cart, wishlist and what you looked at last are kept in your browser's own storage. There are no advertising or measuring cookies, so there is no banner to click away.",
      ],
    },
    "who-else": {
      title: "Who else gets data",
      body: [
        [
          "Paystack, to take your payment and to pay refunds.",
          "The supplier and the carrier of your goods: what they need to pack and deliver them.",
          "The services that carry our mails and SMS.",
          "Google, if you choose to sign in with Google.",
          "Authorities, where the law obliges us.",
        ],
        "Each of them may use the data only for that purpose, by contract. Some have computers outside Nigeria; then the data goes only to countries, or under contracts, that protect it as the NDPA asks.",
      ],
    },
    "how-long": {
      title: "How long we keep it",
      body: [
        [
          "Orders and payments: six years, for tax and for disputes.",
          "Account: until you delete it. Orders stay without the link to you.",
          "Payments that never came about: contact details for 30 days.",
          "Messages and custom orders: until they are dealt with, and one year more.",
          "Newsletter: until you unsubscribe. Then we only keep that you did, so that nobody signs you up again unasked.",
          "Sign-in codes, sessions and security records: until they lapse.",
        ],
      ],
    },
    "your-rights": {
      title: "Your rights",
      body: [
        "Under the NDPA you may ask what we know of you, have it corrected or deleted, get it in a form that a computer reads, object to its use or have it restricted, and take back a consent at any time. Most of it you do yourself: your profile shows your data, lets you download it and deletes your account. For the rest write to us; we answer within one month and it costs nothing.",
        "No decision about you is made by a computer alone.",
        "If you think that we use your data wrongly, you may complain to the Nigeria Data Protection Commission (NDPC).",
      ],
    },
    security: {
      title: "How we protect it",
      body: [
        "All pages are encrypted on their way to you. Passwords are stored so that nobody can read them, second factors and passkeys are there for whoever wants them, and each look of our staff into the back office is guarded. Should data get into wrong hands all the same, we tell the NDPC within 72 hours, and you without delay if you could be harmed.",
      ],
    },
    children: {
      title: "Children",
      body: [
        `We do not serve children under ${LEAST_AGE} and do not knowingly keep data about them. Whoever is not of age needs a parent's or guardian's consent to order. If you think that a child has given us data, write to us and we delete it.`,
      ],
    },
    changes: {
      title: "Changes",
      body: [
        "When this policy changes in a way that matters to you, we say so on the page and, where you have an account, by mail, before it takes effect.",
      ],
    },
  };
}
