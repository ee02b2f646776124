import { Text } from "@react-email/components";
import { Greeting } from "./greeting.tsx";
import { MailButton, MailLayout } from "./layout.tsx";
import { useMailStore } from "./store.ts";

export type WelcomeData = { customer_name: string; shop_url: string };

const text = { fontSize: 15, lineHeight: "22px", margin: "0 0 12px" };

export function Welcome({ customer }: { customer: WelcomeData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title={`Welcome to ${name}`}
      preview={`Your first order is in. Here is how to get the most out of ${name}.`}
      shopUrl={customer.shop_url}
    >
      <Greeting name={customer.customer_name} />
      <Text style={text}>
        Your first order is in, and we are glad to have you. {name} brings goods from suppliers all over Nigeria to your
        shelves: by the bag, the carton and the bale, at prices that get better the more you take.
      </Text>
      <Text style={text}>Looking for something special? Send us a custom order and we will find it for you.</Text>
      <MailButton href={`${customer.shop_url}/products`}>Browse products</MailButton>
    </MailLayout>
  );
}
