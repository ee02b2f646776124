import { Link } from "@react-email/link";
import { Greeting } from "./greeting.tsx";
import { COLOURS, MailButton, MailLayout, MailText } from "./layout.tsx";
import { useMailStore } from "./store.ts";

export function Welcome({ data }: { data: { customer_name: string; shop_url: string } }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title={`Welcome to ${name}`}
      preview={`Your first order is in. Here is how to get the most out of ${name}.`}
      shopUrl={data.shop_url}
    >
      <Greeting name={data.customer_name} />
      <MailText>
        Your first order is in, and we are glad to have you. {name} brings goods from suppliers all over Nigeria to your
        shelves: by the bag, the carton and the bale, at prices that get better the more you take.
      </MailText>
      <MailText>
        Looking for something special? Send us{" "}
        <Link href={`${data.shop_url}/custom-order`} style={{ color: COLOURS.forest }}>
          a custom order
        </Link>{" "}
        and we will find it for you.
      </MailText>
      <MailButton href={`${data.shop_url}/products`}>Browse products</MailButton>
    </MailLayout>
  );
}
