import { Greeting } from "./greeting.tsx";
import { MailButton, MailLayout, MailText } from "./layout.tsx";

/** `message` is the admin's text or the unchanged default; line breaks are preserved. */
export type OrderUpdateData = {
  customer_name: string;
  shop_url: string;
  order_url: string;
  title: string;
  message: string;
};

/** A notice to the customer about an order. */
export function OrderUpdate({ data: update }: { data: OrderUpdateData }) {
  const [first = ""] = update.message.split("\n");
  return (
    <MailLayout title={update.title} preview={first} shopUrl={update.shop_url}>
      <Greeting name={update.customer_name} />
      {update.message
        .split(/\n+/)
        .filter((line) => line.trim())
        .map((line, index) => (
          <MailText key={index}>{line}</MailText>
        ))}
      <MailButton href={update.order_url}>See your order</MailButton>
    </MailLayout>
  );
}
