import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { CSSProperties, ReactNode } from "react";
import { supportHours, telHref } from "#app/features/settings/rules.ts";
import { useMailStore } from "./store.ts";

export const COLOURS = {
  ink: "#14201b",
  forest: "#0f5b3e",
  leaf: "#e8f3ec",
  sand: "#faf7f2",
  line: "#e6e0d6",
  muted: "#5b665f",
};
/** System fonts, each with the naira sign: a web font would fall back to one that may lack it. */
const FONT = "'Segoe UI', Roboto, Arial, sans-serif";
/** Some mail programs ignore the body's font inside tables. */
const FACES = `body,table,td,p,a,h1{font-family:${FONT}}`;

/** The layout of every mail: name on top, a white card, the shop's address and contact below. */
export function MailLayout(props: {
  title: string;
  preview: string;
  shopUrl: string;
  reason?: string;
  children: ReactNode;
}) {
  const { name, email, phone, hours, signature, states } = useMailStore();
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{props.title}</title>
        <style>{FACES}</style>
      </Head>
      <Preview>{props.preview}</Preview>
      <Body
        style={{ backgroundColor: COLOURS.sand, color: COLOURS.ink, fontFamily: FONT, margin: 0, padding: "24px 12px" }}
      >
        <Container style={{ maxWidth: 560 }}>
          <Text style={{ color: COLOURS.forest, fontSize: 24, fontWeight: 700, margin: "0 0 16px" }}>{name}</Text>
          <Section
            style={{
              backgroundColor: "#ffffff",
              border: `1px solid ${COLOURS.line}`,
              borderRadius: 16,
              padding: "24px 20px",
            }}
          >
            <Heading as="h1" style={{ fontSize: 22, lineHeight: "28px", margin: "0 0 12px" }}>
              {props.title}
            </Heading>
            {props.children}
            {signature === "" ? null : (
              <Text style={{ color: COLOURS.muted, fontSize: 15, margin: "20px 0 0", whiteSpace: "pre-line" }}>
                {signature}
              </Text>
            )}
          </Section>
          <Hr style={{ borderColor: COLOURS.line, margin: "24px 0 12px" }} />
          <Text style={{ color: COLOURS.muted, fontSize: 13, margin: 0 }}>
            {props.reason ?? `You receive this email because you bought at ${name}.`}{" "}
            <Link href={props.shopUrl} style={{ color: COLOURS.forest }}>
              {name}
            </Link>
            : wholesale goods delivered to {states}.
          </Text>
          <Text style={{ color: COLOURS.muted, fontSize: 13, margin: "8px 0 0" }}>
            Questions? Write to{" "}
            <Link href={`mailto:${email}`} style={{ color: COLOURS.forest }}>
              {email}
            </Link>{" "}
            or call{" "}
            <Link href={telHref(phone)} style={{ color: COLOURS.forest }}>
              {phone}
            </Link>
            , {supportHours({ hours })}.
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** A paragraph. `style` overrides parts of its style. */
export function MailText({ style, children }: { style?: CSSProperties; children: ReactNode }) {
  return <Text style={{ fontSize: 15, lineHeight: "22px", margin: "0 0 12px", ...style }}>{children}</Text>;
}

/** A link styled as the shop's primary button. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      style={{
        backgroundColor: COLOURS.forest,
        borderRadius: 12,
        color: "#ffffff",
        display: "inline-block",
        fontWeight: 600,
        padding: "12px 20px",
        textDecoration: "none",
      }}
    >
      {children}
    </Link>
  );
}
