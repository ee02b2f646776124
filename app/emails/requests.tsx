import type { ReactNode } from "react";
import { SUPPLIER_REVIEW } from "#app/features/site/content.ts";
import { Greeting } from "./greeting.tsx";
import { MailButton, MailLayout, MailText } from "./layout.tsx";
import { useMailStore } from "./store.ts";

type RequestData = { customer_name: string; shop_url: string };

type RequestMailProps = { title: string; preview: string; data: RequestData; children: ReactNode };

function RequestMail({ data, children, ...mail }: RequestMailProps) {
  const { name } = useMailStore();
  const reason = `You receive this email because this address was given in a form of ${name}.`;
  return (
    <MailLayout {...mail} shopUrl={data.shop_url} reason={reason}>
      <Greeting name={data.customer_name} />
      {children}
    </MailLayout>
  );
}

export function MessageReceived({ data }: { data: RequestData }) {
  return (
    <RequestMail
      title="We received your message"
      preview="Thank you for writing. A person reads every message."
      data={data}
    >
      <MailText>
        Thank you for writing to us. A person reads every message, and we will reply to this address. If it is urgent,
        please call us.
      </MailText>
      <MailText>The quickest answers are in our FAQ: delivery, payment, returns and more.</MailText>
      <MailButton href={`${data.shop_url}/faq`}>Open the FAQ</MailButton>
    </RequestMail>
  );
}

export function SupplierReceived({ data }: { data: RequestData }) {
  const { name } = useMailStore();
  return (
    <RequestMail
      title="We received your registration"
      preview={`We will review it within ${SUPPLIER_REVIEW.success}.`}
      data={data}
    >
      <MailText>
        Thank you for applying to sell through {name}. We review every registration within {SUPPLIER_REVIEW.success} and
        will write to this address as soon as it is decided. Until then, you do not need to do anything.
      </MailText>
    </RequestMail>
  );
}

export function SupplierApproved({ data }: { data: RequestData }) {
  const { name } = useMailStore();
  return (
    <RequestMail title={`You are now a supplier of ${name}`} preview="Your registration is approved." data={data}>
      <MailText>
        Your registration is approved. You are now listed among our suppliers, and we will contact you on WhatsApp about
        your price list, pictures and first delivery.
      </MailText>
      <MailButton href={`${data.shop_url}/suppliers`}>See the list of suppliers</MailButton>
    </RequestMail>
  );
}

export function SupplierDeclined({ data }: { data: RequestData }) {
  const { name } = useMailStore();
  return (
    <RequestMail title="Your supplier registration" preview="We cannot take you on just now." data={data}>
      <MailText>
        Thank you for your interest in selling through {name}. We looked at your registration and cannot take you on
        just now. If your range or capacity changes, or if you think that we missed something, please write to us.
      </MailText>
      <MailButton href={`${data.shop_url}/contact`}>Write to us</MailButton>
    </RequestMail>
  );
}
