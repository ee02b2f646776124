import { type Authorization, code } from "./transaction.ts";

export type CardStep = "pin" | "otp" | "bank";

export type TestCard = {
  number: string;
  cvv: string;
  brand: "visa" | "verve" | "mastercard";
  /** The label in the list of test cards. */
  label: string;
  steps: CardStep[];
  pin?: string;
  /** The gateway's reason for declining it; absent if it succeeds. */
  declined?: string;
  reusable: boolean;
  /** The result of a later refund, if it fails. */
  refund?: "failed" | "needs-attention";
};

export const OTP = "123456";

const testCard = (
  number: string,
  cvv: string,
  brand: TestCard["brand"],
  label: string,
  more?: Partial<TestCard>,
): TestCard => ({
  number,
  cvv,
  brand,
  label,
  steps: [],
  reusable: false,
  ...more,
});

/** The provider's documented test cards, but for the one that also asks for a phone number. */
export const CARDS: readonly TestCard[] = [
  testCard("4084084084084081", "408", "visa", "Pays at once", { reusable: true }),
  testCard("4084080000005408", "001", "visa", "Is declined", { declined: "Declined" }),
  testCard("507850785078507812", "081", "verve", "Asks for a PIN", { steps: ["pin"], pin: "1111" }),
  testCard("5060666666666666666", "123", "verve", "Asks for PIN and code", { steps: ["pin", "otp"], pin: "1234" }),
  testCard("5192602720584796", "123", "mastercard", "Asks your bank", { steps: ["bank"], reusable: true }),
  testCard("4084080000670037", "787", "visa", "Has insufficient funds", { declined: "Insufficient Funds" }),
  testCard("507850785078507853", "082", "verve", "Gets no token after the PIN", {
    steps: ["pin"],
    pin: "0000",
    declined: "Token Not Generated. Customer Not Registered on Token Platform",
  }),
  testCard("4084080000671803", "180", "visa", "Pays; a refund fails", { refund: "failed" }),
  testCard("4084080000671902", "190", "visa", "Pays; a refund needs attention", { refund: "needs-attention" }),
];

/** Any month from this one on, two-digit year, for the button that fills the form. */
export const FILL_EXPIRY = "12/40";

export function findCard(number: string): TestCard | undefined {
  const digits = number.replaceAll(/\D/g, "");
  return CARDS.find((card) => card.number === digits);
}

/** "12/27" -> month and year if that month has not passed, else null. */
export function readExpiry(text: string, now: number): { month: string; year: string } | null {
  const match = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text);
  const [month, year] = [Number(match?.[1]), 2000 + Number(match?.[2])];
  if (!match || month < 1 || month > 12) return null;
  if (Date.UTC(year, month, 1) <= now) return null;
  return { month: String(month).padStart(2, "0"), year: String(year) };
}

/** "4084084084084081" -> "4084 0840 8408 4081". */
export function spaced(number: string): string {
  return number.replace(/(.{4})(?=.)/g, "$1 ");
}

export function cardAuthorization(card: TestCard, expiry: { month: string; year: string } | null): Authorization {
  return {
    authorization_code: `AUTH_${code(10)}`,
    bin: card.number.slice(0, 6),
    last4: card.number.slice(-4),
    exp_month: expiry?.month ?? "12",
    exp_year: expiry?.year ?? "2040",
    channel: "card",
    card_type: `${card.brand} DEBIT`,
    bank: "Test Bank",
    country_code: "NG",
    brand: card.brand,
    reusable: card.reusable,
    signature: `SIG_${code(20)}`,
    account_name: null,
  };
}
