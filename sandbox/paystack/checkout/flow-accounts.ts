import { KUDA, ZENITH } from "../banks.ts";
import { attempt, awaitTransfer, abandon, decline, open, pay, rejectTransfer } from "../payments.ts";
import type { Channel } from "../transaction.ts";
import { paidOutcome, pendingOutcome } from "./outcome.ts";
import { type Act, type Action, type Outcome, type Session, STAY } from "./session.ts";

/** Transfers below N100 are refused. */
export const MIN_TRANSFER_KOBO = 10_000;

/** Transfer, USSD and bank: the buyer's actions outside the checkout. */
export const ACCOUNT_ACTIONS: Record<string, Action> = {
  "transfer-sent": (act) => {
    const { world, tx, session } = act;
    if (tx.amount < MIN_TRANSFER_KOBO) return show(act, "choose", "bank_transfer", "A transfer needs at least ₦100.");
    awaitTransfer(world, tx);
    session.panel = "bank_transfer";
    session.view = "waiting";
    return pendingOutcome();
  },
  "transfer-wrong": (act) => {
    attempt(act.world, act.tx, "bank_transfer");
    rejectTransfer(act.world, act.tx, Math.max(100, act.tx.amount - 100));
    return show(
      act,
      "choose",
      "bank_transfer",
      "The bank returned the transfer: it was not the exact amount. Please send it again.",
    );
  },
  "transfer-expire": (act) => {
    abandon(act.world, act.tx, "Transfer account expired");
    return show(act, "expired", "bank_transfer");
  },
  "transfer-again": (act) => {
    act.tx.account_number = null;
    open(act.world, act.tx);
    return show(act, "choose", "bank_transfer");
  },
  "ussd-done": (act) => {
    attempt(act.world, act.tx, "ussd");
    return paid(act, "ussd");
  },
  "ussd-refused": (act) => {
    attempt(act.world, act.tx, "ussd");
    decline(act.world, act.tx, "ussd", "Declined by the bank");
    return show(act, "choose", "ussd", "The bank declined the USSD payment. You have not been charged.");
  },
  "bank-zenith": (act) => {
    attempt(act.world, act.tx, "bank");
    if (act.field("account").replaceAll(" ", "") !== ZENITH.account) {
      decline(act.world, act.tx, "bank", "Account not found");
      return show(act, "choose", "bank", `Zenith does not know this account. The test account is ${ZENITH.account}.`);
    }
    return show(act, "birthday", "bank");
  },
  birthday: (act) => {
    const right = act.field("birthday") === ZENITH.birthday;
    return right
      ? show(act, "bank-otp", "bank")
      : show(act, "birthday", "bank", "The bank has another date. The test date is 15 April 2007.");
  },
  "bank-otp": (act) => {
    const right = act.field("otp") === ZENITH.otp;
    return right ? paid(act, "bank") : show(act, "bank-otp", "bank", "That code is wrong. The test code is 123456.");
  },
  "bank-kuda": (act) => {
    attempt(act.world, act.tx, "bank");
    const digits = act.field("phone").replaceAll(/[\s-]/g, "");
    if (digits !== KUDA.phone && digits !== KUDA.phone.replace("+234", "0")) {
      decline(act.world, act.tx, "bank", "Phone number not found");
      return show(act, "choose", "bank", `Kuda does not know this phone. The test phone is ${KUDA.phone}.`);
    }
    return show(act, "token", "bank");
  },
  token: (act) => {
    const right = act.field("token") === KUDA.token;
    return right ? paid(act, "bank") : show(act, "token", "bank", "That token is wrong. The test token is 123456.");
  },
};

function paid(act: Act, channel: Channel): Outcome {
  pay(act.world, act.tx, { channel });
  act.session.view = "paid";
  return paidOutcome(act.tx);
}

function show(act: Act, view: Session["view"], panel: Channel, error: string | null = null): Outcome {
  Object.assign(act.session, { view, panel, error });
  return STAY;
}
