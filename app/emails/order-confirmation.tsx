import { Column } from "@react-email/column";
import { Hr } from "@react-email/hr";
import { Row } from "@react-email/row";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { subtotal } from "#app/features/pricing/rules.ts";
import { agreedText } from "#app/features/pricing/rules/packs.ts";
import { formatDate } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { isPlainName } from "#app/lib/plain-names.ts";
import { Greeting } from "./greeting.tsx";
import { COLOURS, MailButton, MailLayout, MailText } from "./layout.tsx";

export type OrderConfirmationData = {
  customer_name: string;
  shop_url: string;
  order_number: string;
  order_url: string;
  payment_reference: string;
  total_amount_kobo: number;
  shipping_address: string;
  /** Facts of the chosen delivery by name, and its price in kobo; absent without rates. */
  delivery?: [string, string][];
  shipping_kobo?: number;
  customer_phone: string;
  /** These two are missing in mails that were queued before orders had them. */
  substitute_phone?: string;
  saved_kobo?: number;
  /** ISO 8601. */
  ordered_at: string;
  /** `pieces` is missing in mails that were queued before units had a number of pieces. */
  items: { product_name: string; unit: string; pieces?: number; product_price_kobo: number; quantity: number }[];
};

const small = { fontSize: 13, lineHeight: "22px", margin: 0, color: COLOURS.muted };

export function OrderConfirmation({ data: order }: { data: OrderConfirmationData }) {
  return (
    <MailLayout
      title={`Order ${order.order_number} is confirmed`}
      preview={`We received your payment of ${formatNaira(order.total_amount_kobo)}.`}
      shopUrl={order.shop_url}
    >
      <Greeting name={order.customer_name} />
      <MailText>
        Thank you for your order. We received your payment of <strong>{formatNaira(order.total_amount_kobo)}</strong>{" "}
        and are getting your goods ready.
      </MailText>
      <Section style={{ margin: "8px 0 16px" }}>
        {order.items.map((item, index) => (
          <Row key={index} style={{ borderTop: `1px solid ${COLOURS.line}` }}>
            <Column style={{ padding: "10px 8px 10px 0", verticalAlign: "top" }}>
              <MailText style={{ margin: 0 }}>{item.product_name}</MailText>
              <Text style={small}>{agreedText(item.quantity, item.product_price_kobo, { pieces: 1, ...item })}</Text>
            </Column>
            <Column align="right" style={{ padding: "10px 0", verticalAlign: "top", whiteSpace: "nowrap" }}>
              <MailText style={{ fontWeight: 600, margin: 0 }}>
                {formatNaira(subtotal(item.product_price_kobo, item.quantity))}
              </MailText>
            </Column>
          </Row>
        ))}
        {order.delivery ? (
          <Row style={{ borderTop: `1px solid ${COLOURS.line}` }}>
            <Column style={{ padding: "10px 0" }}>
              <MailText style={{ margin: 0 }}>Delivery</MailText>
            </Column>
            <Column align="right" style={{ padding: "10px 0" }}>
              <MailText style={{ fontWeight: 600, margin: 0 }}>{formatNaira(order.shipping_kobo ?? 0)}</MailText>
            </Column>
          </Row>
        ) : null}
        <Row style={{ borderTop: `2px solid ${COLOURS.ink}` }}>
          <Column style={{ padding: "10px 0" }}>
            <MailText style={{ fontWeight: 700, margin: 0 }}>Total paid</MailText>
          </Column>
          <Column align="right" style={{ padding: "10px 0" }}>
            <MailText style={{ fontWeight: 700, margin: 0 }}>{formatNaira(order.total_amount_kobo)}</MailText>
          </Column>
        </Row>
      </Section>
      {order.saved_kobo ? <MailText>You saved {formatNaira(order.saved_kobo)} by quantity.</MailText> : null}
      <Text style={small}>Ordered on</Text>
      <MailText>{formatDate(order.ordered_at)}</MailText>
      <Text style={small}>Shipping to</Text>
      <MailText>
        {isPlainName(order.customer_name) ? (
          <>
            {order.customer_name}
            <br />
          </>
        ) : null}
        {order.shipping_address}
        <br />
        {order.customer_phone}
        {order.substitute_phone ? ` or ${order.substitute_phone}` : null}
      </MailText>
      {order.delivery?.map(([name, text]) => (
        <Section key={name}>
          <Text style={small}>{name}</Text>
          <MailText>{text}</MailText>
        </Section>
      ))}
      <Text style={small}>Payment reference</Text>
      <MailText>{order.payment_reference}</MailText>
      <MailButton href={order.order_url}>See your order</MailButton>
      <Hr style={{ borderColor: COLOURS.line, margin: "20px 0 12px" }} />
      <Text style={small}>Keep this link to yourself: whoever has it can see this order.</Text>
    </MailLayout>
  );
}
