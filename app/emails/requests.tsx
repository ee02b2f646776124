import { Text } from "@react-email/components";
import { SUPPLIER_REVIEW } from "#app/features/site/content.ts";
import { Greeting } from "./greeting.tsx";
import { MailButton, MailLayout } from "./layout.tsx";
import { useMailStore } from "./store.ts";

export type RequestData = { customer_name: string; shop_url: string };

const text = { fontSize: 15, lineHeight: "22px", margin: "0 0 12px" };
const formReason = (shop: string) => `You get this mail because this address was given in a form of ${shop}.`;

export function MessageReceived({ data }: { data: RequestData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="We received your message"
      preview="Thank you for writing. A person reads every message."
      shopUrl={data.shop_url}
      reason={formReason(name)}
    >
      <Greeting name={data.customer_name} />
      <Text style={text}>
        Thank you for writing to us. A person reads every message, and we answer to this address. If it is urgent,
        please call us.
      </Text>
      <Text style={text}>The quickest answers stand in our FAQ: delivery, payment, returns and more.</Text>
      <MailButton href={`${data.shop_url}/faq`}>Open the FAQ</MailButton>
    </MailLayout>
  );
}

export function SupplierReceived({ data }: { data: RequestData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="We received your registration"
      preview={`We look at it within ${SUPPLIER_REVIEW.success}.`}
      shopUrl={data.shop_url}
      reason={formReason(name)}
    >
      <Greeting name={data.customer_name} />
      <Text style={text}>
        Thank you for applying to sell through {name}. We look at every registration within {SUPPLIER_REVIEW.success}{" "}
        and write to this address as soon as it is decided. Until then there is nothing to do.
      </Text>
    </MailLayout>
  );
}

export function SupplierApproved({ data }: { data: RequestData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title={`Welcome among the suppliers of ${name}`}
      preview="Your registration is approved."
      shopUrl={data.shop_url}
      reason={formReason(name)}
    >
      <Greeting name={data.customer_name} />
      <Text style={text}>
        Your registration is approved. You are listed among our suppliers now, and we contact you on WhatsApp about your
        price list, pictures and first delivery.
      </Text>
      <MailButton href={`${data.shop_url}/suppliers`}>See the list of suppliers</MailButton>
    </MailLayout>
  );
}

export function SupplierDeclined({ data }: { data: RequestData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="Your supplier registration"
      preview="We cannot take you on just now."
      shopUrl={data.shop_url}
      reason={formReason(name)}
    >
      <Greeting name={data.customer_name} />
      <Text style={text}>
        Thank you for your interest in selling through {name}. We looked at your registration and cannot take you on
        just now. If your range or capacity changes, or if you think that we missed something, please write to us.
      </Text>
      <MailButton href={`${data.shop_url}/contact`}>Write to us</MailButton>
    </MailLayout>
  );
}
