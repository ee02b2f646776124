import { formatNaira } from "#app/lib/money.ts";

/**
 * `open`: the account is valid. `ended`: it is not, and money that comes now is still found. `paid`: the checkout has
 * its order, by this payment or another. `review`: paid, an admin must decide. `closed`: no longer watched.
 */
export type TransferState = "open" | "ended" | "paid" | "review" | "closed";

/** What the page asks for: `newer` when there is another account number; the time of a returned transfer in ms. */
export type ShownState = { state: TransferState | "newer"; rejected_at: number | null };

export type Account = { account_number: string; account_name: string; bank_name: string };

/** A transfer that may still arrive. Times in ms since the epoch. */
export type AwaitedTransfer = {
  state: "open" | "ended";
  account: Account;
  amount_kobo: number;
  ends_at: number;
  now: number;
  /** The page's address, to send on. */
  url: string;
  /** The demo's bank app. */
  bank: string | null;
  /** Only the buyer: the provider's page shows the buyer's email address. */
  may_use_card: boolean;
};

/** Heading, title of the tab and text of a transfer's page; text is null while the transfer is awaited. */
export function transferWords(state: TransferState, amount_kobo: number, reference: string) {
  const amount = formatNaira(amount_kobo);
  const words = (heading: string, text: string | null, title = heading) => ({ heading, text, title });
  switch (state) {
    case "open":
      return words("Pay by bank transfer", null, `Pay ${amount}`);
    case "ended":
      return words("This account number has ended", null);
    case "paid":
      return words(
        "Paid: the order is placed",
        `${amount} was received. The buyer gets the confirmation by email. Nothing else needs to be paid.`,
      );
    case "review":
      return words(
        "We are reviewing this payment",
        `The money reached us, but a person has to look at it. Please do not pay again. The reference is ${reference}.`,
      );
    case "closed":
      return words(
        "This payment has ended",
        `No money arrived for the reference ${reference} in time, so its goods are on sale again. Have you sent it? Then find your payment; otherwise continue with a new account number.`,
      );
  }
}

/** What became of a transfer that the bank sent back, in kobo; what to do next while the account takes money. */
export function rejectedWords(state: TransferState, sent_kobo: number, asked_kobo: number): string {
  const [sent, asked] = [formatNaira(sent_kobo), formatNaira(asked_kobo)];
  if (sent_kobo === asked_kobo) return `Your transfer of ${sent} came too late; the bank returns it.`;
  return `You sent ${sent}; the bank returns it${state === "open" ? `; send exactly ${asked}` : ""}.`;
}
