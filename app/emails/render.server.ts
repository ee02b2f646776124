import { render } from "@react-email/render";
import { createElement, type ReactElement } from "react";
import type { MailKind } from "#app/lib/outbox.server.ts";
import {
  AccountExists,
  AddressWanted,
  ConfirmAddress,
  ConfirmEmail,
  EmailCode,
  PasswordChanged,
  Recovery,
  SignInChanged,
  changeText,
  type ChangeData,
  type CodeData,
} from "./account.tsx";
import {
  composeCustomOrder,
  customOrderOfferText,
  customOrderReceivedText,
  type CustomOrderData,
  type CustomOrderOfferData,
} from "./custom-order.tsx";
import { NewsletterConfirm, NewsletterWelcome, unsubscribeHeaders, type NewsletterData } from "./newsletter.tsx";
import { OrderConfirmation, type OrderConfirmationData } from "./order-confirmation.tsx";
import { OrderUpdate, type OrderUpdateData } from "./order-update.tsx";
import { MessageReceived, SupplierApproved, SupplierDeclined, SupplierReceived } from "./requests.tsx";
import { StaffInvitation } from "./staff.tsx";
import { MailStoreContext, type MailStore } from "./store.ts";
import { Welcome, type WelcomeData } from "./welcome.tsx";

type Content = { subject: string; html: string; text: string; headers?: Record<string, string> };

/** Subject, HTML and plain text of a queued mail or SMS of `store`, from its stored data. */
export async function renderMail(kind: MailKind, data: Record<string, unknown>, store: MailStore): Promise<Content> {
  const content = compose(kind, data, store.name);
  if (typeof content === "string") return { subject: "", html: "", text: content };
  const { subject, headers } = content;
  const element = createElement(MailStoreContext.Provider, { value: store }, content.element);
  const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
  return { subject, html, text, headers };
}

type Data = Record<string, unknown>;
type Mail = { subject: string; element: ReactElement; headers?: Record<string, string> };

/** An SMS, or a mail. */
function compose(kind: MailKind, data: Data, shop: string): string | Mail {
  switch (kind) {
    case "order_confirmation": {
      const order = data as OrderConfirmationData;
      const subject = `Order ${order.order_number} is confirmed`;
      return { subject, element: createElement(OrderConfirmation, { order }) };
    }
    case "welcome_email":
      return { subject: `Welcome to ${shop}`, element: createElement(Welcome, { customer: data as WelcomeData }) };
    case "order_update": {
      const update = data as OrderUpdateData;
      return { subject: update.title, element: createElement(OrderUpdate, { update }) };
    }
    case "confirm_email":
      return mail("Confirm your email", ConfirmEmail, data);
    case "account_exists":
      return mail("You already have an account", AccountExists, data);
    case "recovery":
      return mail("Reset your password", Recovery, data);
    case "password_changed":
      return mail("Your password was changed", PasswordChanged, data);
    case "email_code":
      return mail(`Your ${shop} code`, EmailCode, data);
    case "confirm_address":
      return mail(`Your ${shop} code`, ConfirmAddress, data);
    case "address_wanted":
      return mail("Somebody wanted to use your address", AddressWanted, data);
    case "sign_in_changed":
      return mail("Your sign-in has changed", SignInChanged, data);
    case "sms_order_update": {
      const { message, order_url } = data as OrderUpdateData;
      return `${shop}: ${message} ${order_url}`;
    }
    case "message_received":
      return mail("We received your message", MessageReceived, data);
    case "staff_invitation":
      return mail(`You are invited to work at ${shop}`, StaffInvitation, data);
    case "supplier_received":
      return mail("We received your supplier registration", SupplierReceived, data);
    case "supplier_approved":
      return mail(`You are a supplier of ${shop}`, SupplierApproved, data);
    case "supplier_declined":
      return mail("Your supplier registration", SupplierDeclined, data);
    case "newsletter_confirm":
      return newsletter("Please confirm your subscription", NewsletterConfirm, data);
    case "newsletter_welcome":
      return newsletter("You are subscribed", NewsletterWelcome, data);
    case "custom_order_received":
    case "custom_order_status":
    case "custom_order_offer":
    case "custom_order_offer_withdrawn":
    case "custom_order_notice":
      return composeCustomOrder(kind, data);
    case "sms_custom_order_received":
      return `${shop}: ${customOrderReceivedText(data as CustomOrderData)}`;
    case "sms_custom_order_offer":
      return customOrderOfferText(data as CustomOrderOfferData);
    case "sms_code":
      return `Your ${shop} code is ${(data as CodeData).code}. It works for five minutes. Never tell it to anybody.`;
    case "sms_account_exists":
      return `You already have an account at ${shop} with this number. Log in, or use a one-time code if you forgot your password.`;
    case "sms_password_changed":
      return `The password of your ${shop} account was changed. If it was not you, set a new one with "Forgot password?" at once.`;
    case "sms_number_wanted":
      return `Somebody asked to add this number to an account at ${shop}, but it belongs to another one. Nothing was changed. If it was you, log in with this number.`;
    case "sms_sign_in_changed":
      return changeText(data as ChangeData, shop);
  }
}

/** Each kind of mail is queued with the data of its template. */
type Template = (props: { data: never }) => ReactElement;

function mail(subject: string, template: Template, data: Data): Mail {
  return { subject, element: createElement(template, { data: data as never }) };
}

function newsletter(subject: string, template: Template, data: Data): Mail {
  return { ...mail(subject, template, data), headers: unsubscribeHeaders(data as NewsletterData) };
}
