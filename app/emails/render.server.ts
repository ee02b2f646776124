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
  type LinkData,
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
import {
  MessageReceived,
  SupplierApproved,
  SupplierDeclined,
  SupplierReceived,
  type RequestData as Request,
} from "./requests.tsx";
import { StaffInvitation, type StaffInvitationData } from "./staff.tsx";
import { MailStoreContext, type MailStore } from "./store.ts";
import { Welcome, type WelcomeData } from "./welcome.tsx";

type Content = { subject: string; html: string; text: string; headers?: Record<string, string> };

/** Subject, HTML and plain text of a queued mail or SMS of `store` from the data that was stored with it. */
export async function renderMail(kind: MailKind, data: Record<string, unknown>, store: MailStore): Promise<Content> {
  const content = compose(kind, data, store.name);
  if (typeof content === "string") return { subject: "", html: "", text: content };
  const { subject, headers } = content;
  const element = createElement(MailStoreContext.Provider, { value: store }, content.element);
  const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
  return { subject, html, text, headers };
}

/** A text for a phone, or a mail. */
function compose(
  kind: MailKind,
  data: Record<string, unknown>,
  shop: string,
): string | { subject: string; element: ReactElement; headers?: Record<string, string> } {
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
      return { subject: "Confirm your email", element: createElement(ConfirmEmail, { data: data as LinkData }) };
    case "account_exists":
      return {
        subject: "You already have an account",
        element: createElement(AccountExists, { data: data as WelcomeData }),
      };
    case "recovery":
      return { subject: "Reset your password", element: createElement(Recovery, { data: data as LinkData }) };
    case "password_changed":
      return {
        subject: "Your password was changed",
        element: createElement(PasswordChanged, { data: data as WelcomeData }),
      };
    case "email_code":
      return { subject: `Your ${shop} code`, element: createElement(EmailCode, { data: data as CodeData }) };
    case "confirm_address":
      return { subject: `Your ${shop} code`, element: createElement(ConfirmAddress, { data: data as CodeData }) };
    case "address_wanted":
      return {
        subject: "Somebody wanted to use your address",
        element: createElement(AddressWanted, { data: data as WelcomeData }),
      };
    case "sign_in_changed":
      return {
        subject: "Your sign-in has changed",
        element: createElement(SignInChanged, { data: data as ChangeData }),
      };
    case "sms_order_update": {
      const { message, order_url } = data as OrderUpdateData;
      return `${shop}: ${message} ${order_url}`;
    }
    case "message_received":
      return {
        subject: "We received your message",
        element: createElement(MessageReceived, { data: data as Request }),
      };
    case "staff_invitation":
      return {
        subject: `You are invited to work at ${shop}`,
        element: createElement(StaffInvitation, { data: data as StaffInvitationData }),
      };
    case "supplier_received":
      return {
        subject: "We received your supplier registration",
        element: createElement(SupplierReceived, { data: data as Request }),
      };
    case "supplier_approved":
      return {
        subject: `You are a supplier of ${shop}`,
        element: createElement(SupplierApproved, { data: data as Request }),
      };
    case "supplier_declined":
      return {
        subject: "Your supplier registration",
        element: createElement(SupplierDeclined, { data: data as Request }),
      };
    case "newsletter_confirm": {
      const element = createElement(NewsletterConfirm, { data: data as NewsletterData & { confirm_url: string } });
      return {
        subject: "Please confirm your subscription",
        element,
        headers: unsubscribeHeaders(data as NewsletterData),
      };
    }
    case "newsletter_welcome": {
      const element = createElement(NewsletterWelcome, { data: data as NewsletterData });
      return { subject: "You are subscribed", element, headers: unsubscribeHeaders(data as NewsletterData) };
    }
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
