import { formatDate } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Greeting } from "./greeting.tsx";
import { MailButton, MailLayout, MailText } from "./layout.tsx";
import { useMailStore } from "./store.ts";

/** The data of all mails about a request. `number` is the first 8 characters of its id. */
export type CustomOrderData = { number: string; customer_name: string; shop_url: string; request_url: string };
export type CustomOrderStatusData = CustomOrderData & { status: string };
/** `valid_until` is ISO 8601. */
export type CustomOrderOfferData = CustomOrderData & { total_kobo: number; valid_until: string };
export type CustomOrderNoticeData = Omit<CustomOrderData, "request_url"> & {
  customer_phone: string;
  admin_url: string;
};

type FrameProps = { data: CustomOrderData; title: string; preview: string; button: string; children: string };

function Frame({ data, title, preview, button, children }: FrameProps) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title={title}
      preview={preview}
      shopUrl={data.shop_url}
      reason={`You receive this email because this address was given in a custom order request to ${name}.`}
    >
      <Greeting name={data.customer_name} />
      <MailText>{children}</MailText>
      <MailButton href={data.request_url}>{button}</MailButton>
      <MailText style={{ fontSize: 13, margin: "16px 0 0" }}>
        Keep this link to yourself: whoever has it can see this request.
      </MailText>
    </MailLayout>
  );
}

export function CustomOrderReceived({ data }: { data: CustomOrderData }) {
  return (
    <Frame
      data={data}
      title="We received your request"
      preview={`Its number is ${data.number}.`}
      button="See your request"
    >
      {`Your custom order request has the number ${data.number}. We will look for the goods and reply with a price, usually within two working days. The link below always shows its status.`}
    </Frame>
  );
}

const STATUS_TEXTS: Record<string, string> = {
  pending: "is waiting for review",
  processing: "is being worked on",
  completed: "is completed",
  cancelled: "was cancelled",
};

export function CustomOrderStatusMail({ data }: { data: CustomOrderStatusData }) {
  const text = STATUS_TEXTS[data.status] ?? "has changed";
  return (
    <Frame data={data} title={`Request ${data.number} ${text}`} preview={`It ${text}.`} button="See your request">
      {`Your custom order request ${data.number} ${text}. If you have a question, please write or call.`}
    </Frame>
  );
}

export function CustomOrderOffer({ data }: { data: CustomOrderOfferData }) {
  const total = formatNaira(data.total_kobo);
  const until = formatDate(data.valid_until);
  return (
    <Frame
      data={data}
      title={`Our offer for request ${data.number}`}
      preview={`${total}, valid until ${until}.`}
      button="See and pay the offer"
    >
      {`We found what you asked for. Our offer comes to ${total} and is valid until ${until}. You accept it by paying it on the page below.`}
    </Frame>
  );
}

export function CustomOrderOfferWithdrawn({ data }: { data: CustomOrderData }) {
  return (
    <Frame
      data={data}
      title={`Our offer for request ${data.number} was withdrawn`}
      preview="It cannot be paid any more."
      button="See your request"
    >
      {`We had to withdraw our offer for request ${data.number}. Please do not pay it any more. We will write to you when there is a new one.`}
    </Frame>
  );
}

/** The mail to the shop itself. */
export function CustomOrderNotice({ data }: { data: CustomOrderNoticeData }) {
  return (
    <MailLayout
      title={`New custom order request ${data.number}`}
      preview="Somebody asks for goods."
      shopUrl={data.shop_url}
      reason="You receive this email because this address is the shop's own in its settings."
    >
      <MailText>
        A custom order request with the number {data.number} has come in. Its sender can be called at{" "}
        {data.customer_phone}.
      </MailText>
      <MailButton href={data.admin_url}>Open the request</MailButton>
    </MailLayout>
  );
}
