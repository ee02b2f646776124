import { Text } from "@react-email/components";
import { Greeting } from "./greeting.tsx";
import { MailButton, MailLayout } from "./layout.tsx";
import { useMailStore } from "./store.ts";

type Base = { name?: string; shop_url: string };
export type LinkData = Base & { url: string };
export type CodeData = Base & { code: string };
export type ChangeData = Base & { what: "email_added" | "phone_added" | "phone_changed" | "phone_removed" };

const text = { fontSize: 15, lineHeight: "22px", margin: "0 0 12px" };
const code = { fontSize: 32, fontWeight: 700, letterSpacing: 6, lineHeight: "40px", margin: "8px 0 16px" };

const accountReason = (shop: string) => `You get this mail because somebody used this address at ${shop}.`;

export function ConfirmEmail({ data }: { data: LinkData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="Confirm your email"
      preview={`One tap and your ${name} account is ready.`}
      shopUrl={data.shop_url}
      reason={accountReason(name)}
    >
      <Greeting />
      <Text style={text}>Please confirm that this address is yours. Your {name} account is ready right after.</Text>
      <MailButton href={data.url}>Confirm my email</MailButton>
      <Text style={{ ...text, margin: "16px 0 0" }}>
        You did not sign up? Then do nothing; without confirmation there is no account.
      </Text>
    </MailLayout>
  );
}

export function AccountExists({ data }: { data: Base }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="You already have an account"
      preview="Somebody tried to sign up with your address."
      shopUrl={data.shop_url}
      reason={accountReason(name)}
    >
      <Greeting name={data.name} />
      <Text style={text}>
        Somebody tried to create an account at {name} with your address. You have one already, so nothing was changed.
        If it was you, simply log in, or reset your password if you forgot it.
      </Text>
      <MailButton href={`${data.shop_url}/login`}>Log in</MailButton>
    </MailLayout>
  );
}

export function Recovery({ data }: { data: LinkData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="Reset your password"
      preview="The link works once, for one hour."
      shopUrl={data.shop_url}
      reason={accountReason(name)}
    >
      <Greeting name={data.name} />
      <Text style={text}>Use this link to set a new password. It works once, for one hour.</Text>
      <MailButton href={data.url}>Set a new password</MailButton>
      <Text style={{ ...text, margin: "16px 0 0" }}>
        You did not ask for it? Then do nothing; your password stays as it is.
      </Text>
    </MailLayout>
  );
}

export function PasswordChanged({ data }: { data: Base }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="Your password was changed"
      preview="All other devices were signed out."
      shopUrl={data.shop_url}
      reason={accountReason(name)}
    >
      <Greeting name={data.name} />
      <Text style={text}>
        Your password was just changed, and all other devices were signed out. If it was not you, reset it now.
      </Text>
      <MailButton href={`${data.shop_url}/forgot-password`}>Reset my password</MailButton>
    </MailLayout>
  );
}

export function EmailCode({ data }: { data: CodeData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="Your code"
      preview="It works for five minutes."
      shopUrl={data.shop_url}
      reason={accountReason(name)}
    >
      <Text style={text}>Enter this code at {name}. It works once, for five minutes. Never tell it to anybody.</Text>
      <Text style={code}>{data.code}</Text>
    </MailLayout>
  );
}

export function ConfirmAddress({ data }: { data: CodeData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="Your code"
      preview="It works for five minutes."
      shopUrl={data.shop_url}
      reason={accountReason(name)}
    >
      <Text style={text}>
        Enter this code at {name} to add this address to your account. It works once, for five minutes. Never tell it to
        anybody.
      </Text>
      <Text style={code}>{data.code}</Text>
      <Text style={{ ...text, margin: 0 }}>You did not ask for it? Then do nothing, and nothing changes.</Text>
    </MailLayout>
  );
}

export function AddressWanted({ data }: { data: Base }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="Somebody wanted to use your address"
      preview="Nothing was changed."
      shopUrl={data.shop_url}
      reason={accountReason(name)}
    >
      <Text style={text}>
        Somebody asked to add this address to an account at {name}, but it belongs to another one: yours. Nothing was
        changed. If it was you, log in with this address, or reset your password if you forgot it.
      </Text>
      <MailButton href={`${data.shop_url}/login`}>Log in</MailButton>
    </MailLayout>
  );
}

/** What happened to an account at the shop of this name. */
const CHANGES: Record<ChangeData["what"], (shop: string) => string> = {
  email_added: (shop) => `An email address was added to your ${shop} account. You can now sign in with it.`,
  phone_added: (shop) => `A phone number was added to your ${shop} account. You can now sign in with it.`,
  phone_changed: (shop) => `The phone number of your ${shop} account was changed. The old one no longer signs you in.`,
  phone_removed: (shop) => `The phone number of your ${shop} account was removed. It no longer signs you in.`,
};

export function SignInChanged({ data }: { data: ChangeData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title="Your sign-in has changed"
      preview={CHANGES[data.what](name)}
      shopUrl={data.shop_url}
      reason={accountReason(name)}
    >
      <Text style={text}>
        {CHANGES[data.what](name)} If it was not you, change your password at once: that signs all other devices out.
      </Text>
      <MailButton href={`${data.shop_url}/profile?tab=security`}>Look at my account</MailButton>
    </MailLayout>
  );
}

/** The same for a phone. */
export function changeText({ what, shop_url }: ChangeData, shop: string): string {
  return `${CHANGES[what](shop)} If it was not you, change your password: ${shop_url}/profile?tab=security`;
}
