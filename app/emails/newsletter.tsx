import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import { COLOURS, MailButton, MailLayout, MailText } from "./layout.tsx";
import { useMailStore } from "./store.ts";

export type NewsletterData = { shop_url: string; unsubscribe_url: string };

/** The headers for one-click unsubscribing in mail programs (RFC 8058). */
export function unsubscribeHeaders({ unsubscribe_url }: NewsletterData): Record<string, string> {
  return { "List-Unsubscribe": `<${unsubscribe_url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

export function NewsletterConfirm({ data }: { data: NewsletterData & { confirm_url: string } }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="Please confirm your subscription"
      preview={`One tap, and you get the newsletter of ${name}.`}
      shopUrl={data.shop_url}
      reason={`You receive this email because this address was typed into the newsletter form of ${name}.`}
    >
      <MailText>
        Somebody, we hope you, asked for the newsletter of {name} with this address. Please confirm it: otherwise you
        will receive no newsletter and no further email about it.
      </MailText>
      <MailButton href={data.confirm_url}>Confirm my subscription</MailButton>
      <MailText style={{ margin: "16px 0 0" }}>If it was not you, ignore this email, or remove the address:</MailText>
      <Unsubscribe href={data.unsubscribe_url} />
    </MailLayout>
  );
}

export function NewsletterWelcome({ data }: { data: NewsletterData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="You are subscribed"
      preview="New arrivals, bulk discounts and market news."
      shopUrl={data.shop_url}
      reason={`You receive this email because you confirmed your subscription to the newsletter of ${name}.`}
    >
      <MailText>
        Thank you. From now on, you will receive new arrivals, bulk discounts and market news here, about twice a month.
      </MailText>
      <MailButton href={`${data.shop_url}/products/new-arrivals`}>See what is new</MailButton>
      <Unsubscribe href={data.unsubscribe_url} />
    </MailLayout>
  );
}

function Unsubscribe({ href }: { href: string }) {
  return (
    <Text style={{ color: COLOURS.muted, fontSize: 13, margin: "16px 0 0" }}>
      <Link href={href} style={{ color: COLOURS.forest }}>
        Unsubscribe
      </Link>{" "}
      with one click, at any time.
    </Text>
  );
}
