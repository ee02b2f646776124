import { Text } from "@react-email/components";
import { MailButton, MailLayout } from "./layout.tsx";

type Base = { name?: string; shop_url: string };
export type LinkData = Base & { url: string };
export type CodeData = Base & { code: string };

const text = { fontSize: 15, lineHeight: "22px", margin: "0 0 12px" };
const code = { fontSize: 32, fontWeight: 700, letterSpacing: 6, lineHeight: "40px", margin: "8px 0 16px" };
const REASON = "You get this mail because somebody used this address at Oja.";

function Hello({ name }: { name?: string }) {
  return name ? <Text style={text}>Hello {name},</Text> : null;
}

export function ConfirmEmail({ data }: { data: LinkData }) {
  return (
    <MailLayout
      title="Confirm your email"
      preview="One tap and your Oja account is ready."
      shopUrl={data.shop_url}
      reason={REASON}
    >
      <Hello name={data.name} />
      <Text style={text}>please confirm that this address is yours. Your Oja account is ready right after.</Text>
      <MailButton href={data.url}>Confirm my email</MailButton>
      <Text style={{ ...text, margin: "16px 0 0" }}>
        You did not sign up? Then do nothing; without confirmation there is no account.
      </Text>
    </MailLayout>
  );
}

export function AccountExists({ data }: { data: Base }) {
  return (
    <MailLayout
      title="You already have an account"
      preview="Somebody tried to sign up with your address."
      shopUrl={data.shop_url}
      reason={REASON}
    >
      <Hello name={data.name} />
      <Text style={text}>
        somebody tried to create an Oja account with your address. You have one already, so nothing was changed. If it
        was you, simply log in, or reset your password if you forgot it.
      </Text>
      <MailButton href={`${data.shop_url}/login`}>Log in</MailButton>
    </MailLayout>
  );
}

export function Recovery({ data }: { data: LinkData }) {
  return (
    <MailLayout
      title="Reset your password"
      preview="The link works once, for one hour."
      shopUrl={data.shop_url}
      reason={REASON}
    >
      <Hello name={data.name} />
      <Text style={text}>use this link to set a new password. It works once, for one hour.</Text>
      <MailButton href={data.url}>Set a new password</MailButton>
      <Text style={{ ...text, margin: "16px 0 0" }}>
        You did not ask for it? Then do nothing; your password stays as it is.
      </Text>
    </MailLayout>
  );
}

export function PasswordChanged({ data }: { data: Base }) {
  return (
    <MailLayout
      title="Your password was changed"
      preview="All other devices were signed out."
      shopUrl={data.shop_url}
      reason={REASON}
    >
      <Hello name={data.name} />
      <Text style={text}>
        your password was just changed, and all other devices were signed out. If it was not you, reset it now.
      </Text>
      <MailButton href={`${data.shop_url}/forgot-password`}>Reset my password</MailButton>
    </MailLayout>
  );
}

export function EmailCode({ data }: { data: CodeData }) {
  return (
    <MailLayout title="Your code" preview="It works for five minutes." shopUrl={data.shop_url} reason={REASON}>
      <Text style={text}>Enter this code at Oja. It works once, for five minutes. Never tell it to anybody.</Text>
      <Text style={code}>{data.code}</Text>
    </MailLayout>
  );
}
