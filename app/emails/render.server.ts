import { render } from "@react-email/render";
import { createElement } from "react";
import type { MailKind } from "#app/lib/outbox.server.ts";
import { OrderConfirmation, type OrderConfirmationData } from "./order-confirmation.tsx";
import { Welcome, type WelcomeData } from "./welcome.tsx";

/** Subject, HTML and plain text of a queued mail from the data that was stored with it. */
export async function renderMail(kind: MailKind, data: Record<string, unknown>) {
  const { subject, element } = compose(kind, data);
  const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
  return { subject, html, text };
}

function compose(kind: MailKind, data: Record<string, unknown>) {
  switch (kind) {
    case "order_confirmation": {
      const order = data as OrderConfirmationData;
      return {
        subject: `Order ${order.order_number} is confirmed`,
        element: createElement(OrderConfirmation, { order }),
      };
    }
    case "welcome_email":
      return { subject: "Welcome to Oja", element: createElement(Welcome, { customer: data as WelcomeData }) };
  }
}
