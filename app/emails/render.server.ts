import { convert, type HtmlToTextOptions } from "html-to-text";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { formatDate } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import type { MailKind } from "#app/platform/outbox.server.ts";
import * as account from "./account.tsx";
import * as requests from "./custom-order.tsx";
import { NewsletterConfirm, NewsletterWelcome, unsubscribeHeaders, type NewsletterData } from "./newsletter.tsx";
import { OrderConfirmation, type OrderConfirmationData } from "./order-confirmation.tsx";
import { OrderUpdate, type OrderUpdateData } from "./order-update.tsx";
import { MessageReceived, SupplierApproved, SupplierDeclined, SupplierReceived } from "./requests.tsx";
import { StaffInvitation } from "./staff.tsx";
import { MailStoreContext, type MailStore } from "./store.ts";
import { Welcome } from "./welcome.tsx";

type Mail = { subject: string; element: ReactElement; headers?: Record<string, string> };
type Content = Omit<Mail, "element"> & { html: string; text: string };

/** Mail programs lay out tables as intended only with this one. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
/** The preview is not repeated, a cell is a line, and a link shows its address after its text. */
const PLAIN_TEXT: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text=true]", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    ...["td", "th"].map((selector) => ({
      selector,
      format: "block",
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
};

/** Subject, HTML and plain text of a queued mail or SMS of `store`, from its stored data. */
export function renderMail(kind: MailKind, data: Record<string, unknown>, store: MailStore): Content {
  const content = CONTENTS[kind](data as never, store.name);
  if (typeof content === "string") return { subject: "", html: "", text: content };
  const { subject, headers } = content;
  const element = createElement(MailStoreContext.Provider, { value: store }, content.element);
  const html = renderToStaticMarkup(element);
  return { subject, html: DOCTYPE + html, text: convert(html, PLAIN_TEXT), headers };
}

/** The text of each SMS, the subject and template of each mail. Each kind is queued with the data of its template. */
const CONTENTS: Record<MailKind, (data: never, shop: string) => string | Mail> = {
  order_confirmation: (data: OrderConfirmationData) =>
    mail(`Order ${data.order_number} is confirmed`, OrderConfirmation, data),
  welcome_email: (data, shop) => mail(`Welcome to ${shop}`, Welcome, data),
  order_update: (data: OrderUpdateData) => mail(data.title, OrderUpdate, data),
  sms_order_update: ({ message, order_url }: OrderUpdateData, shop) => `${shop}: ${message} ${order_url}`,
  confirm_email: (data) => mail("Confirm your email", account.ConfirmEmail, data),
  account_exists: (data) => mail("You already have an account", account.AccountExists, data),
  recovery: (data) => mail("Reset your password", account.Recovery, data),
  password_changed: (data) => mail("Your password was changed", account.PasswordChanged, data),
  email_code: (data, shop) => mail(`Your ${shop} code`, account.EmailCode, data),
  sms_code: ({ code }: account.CodeData, shop) =>
    `Your ${shop} code is ${code}. It works for five minutes. Never tell it to anybody.`,
  sms_account_exists: (_data, shop) =>
    `You already have an account at ${shop} with this number. Log in, or use a one-time code if you forgot your password.`,
  sms_password_changed: (_data, shop) =>
    `The password of your ${shop} account was changed. If it was not you, set a new one with "Forgot password?" at once.`,
  confirm_address: (data, shop) => mail(`Your ${shop} code`, account.ConfirmAddress, data),
  address_wanted: (data) => mail("Somebody wanted to use your address", account.AddressWanted, data),
  sms_number_wanted: (_data, shop) =>
    `Somebody asked to add this number to an account at ${shop}, but it belongs to another one. Nothing was changed. If it was you, log in with this number.`,
  sign_in_changed: (data) => mail("Your sign-in has changed", account.SignInChanged, data),
  sms_sign_in_changed: account.changeText,
  account_deleted: (data) => mail("Your account was deleted", account.AccountDeleted, data),
  sms_account_deleted: (_data, shop) =>
    `Your ${shop} account was deleted, with your profile and sign-in data. If it was not you, call us at once.`,
  staff_invitation: (data, shop) => mail(`You are invited to work at ${shop}`, StaffInvitation, data),
  message_received: (data) => mail("We received your message", MessageReceived, data),
  supplier_received: (data) => mail("We received your supplier registration", SupplierReceived, data),
  supplier_approved: (data, shop) => mail(`You are a supplier of ${shop}`, SupplierApproved, data),
  supplier_declined: (data) => mail("Your supplier registration", SupplierDeclined, data),
  newsletter_confirm: (data) => newsletter("Please confirm your subscription", NewsletterConfirm, data),
  newsletter_welcome: (data) => newsletter("You are subscribed", NewsletterWelcome, data),
  custom_order_received: (data: requests.CustomOrderData) =>
    mail(`We received your request ${data.number}`, requests.CustomOrderReceived, data),
  custom_order_notice: (data: requests.CustomOrderNoticeData) =>
    mail(`New custom order request ${data.number}`, requests.CustomOrderNotice, data),
  custom_order_status: (data: requests.CustomOrderStatusData) =>
    mail(`Update on your request ${data.number}`, requests.CustomOrderStatusMail, data),
  custom_order_offer: (data: requests.CustomOrderOfferData) =>
    mail(`Our offer for request ${data.number}`, requests.CustomOrderOffer, data),
  custom_order_offer_withdrawn: (data: requests.CustomOrderData) =>
    mail(`Our offer for request ${data.number} was withdrawn`, requests.CustomOrderOfferWithdrawn, data),
  sms_custom_order_received: ({ number, request_url }: requests.CustomOrderData, shop) =>
    `${shop}: we received your request ${number} and will reply with a price. Track it: ${request_url}`,
  sms_custom_order_offer: ({ number, total_kobo, valid_until, request_url }: requests.CustomOrderOfferData) =>
    `Our offer for your request ${number}: ${formatNaira(total_kobo)}, valid until ${formatDate(valid_until)}. See and pay it: ${request_url}`,
};

function mail<Data>(subject: string, template: (props: { data: Data }) => ReactElement, data: Data): Mail {
  return { subject, element: createElement(template, { data }) };
}

function newsletter<Data extends NewsletterData>(
  subject: string,
  template: (props: { data: Data }) => ReactElement,
  data: Data,
): Mail {
  return { ...mail(subject, template, data), headers: unsubscribeHeaders(data) };
}
