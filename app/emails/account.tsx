import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { Greeting } from "./greeting.tsx";
import { MailButton, MailLayout, MailText } from "./layout.tsx";
import { useMailStore } from "./store.ts";

type Base = { name?: string; shop_url: string };
type LinkData = Base & { url: string };
export type CodeData = Base & { code: string };
type ChangeData = Base & { what: keyof typeof CHANGES };

const code = { fontSize: 32, fontWeight: 700, letterSpacing: 6, lineHeight: "40px", margin: "8px 0 16px" };

type AccountMailProps = { title: string; preview: string; data: Base; children: ReactNode };

function AccountMail({ data, ...mail }: AccountMailProps) {
  const { name } = useMailStore();
  const reason = `You receive this email because somebody used this address at ${name}.`;
  return <MailLayout {...mail} shopUrl={data.shop_url} reason={reason} />;
}

export function ConfirmEmail({ data }: { data: LinkData }) {
  const { name } = useMailStore();
  return (
    <AccountMail title="Confirm your email" preview={`One tap and your ${name} account is ready.`} data={data}>
      <Greeting />
      <MailText>Please confirm that this address is yours. Your {name} account is ready right after.</MailText>
      <MailButton href={data.url}>Confirm my email</MailButton>
      <MailText style={{ margin: "16px 0 0" }}>
        You did not sign up? Then do nothing; without confirmation there is no account.
      </MailText>
    </AccountMail>
  );
}

export function AccountExists({ data }: { data: Base }) {
  const { name } = useMailStore();
  return (
    <AccountMail title="You already have an account" preview="Somebody tried to sign up with your address." data={data}>
      <Greeting name={data.name} />
      <MailText>
        Somebody tried to create an account at {name} with your address. You have one already, so nothing was changed.
        If it was you, simply log in, or reset your password if you forgot it.
      </MailText>
      <MailButton href={`${data.shop_url}/login`}>Log in</MailButton>
    </AccountMail>
  );
}

export function Recovery({ data }: { data: LinkData }) {
  return (
    <AccountMail title="Reset your password" preview="The link works once, for one hour." data={data}>
      <Greeting name={data.name} />
      <MailText>Use this link to set a new password. It works once, for one hour.</MailText>
      <MailButton href={data.url}>Set a new password</MailButton>
      <MailText style={{ margin: "16px 0 0" }}>
        You did not ask for it? Then do nothing; your password stays as it is.
      </MailText>
    </AccountMail>
  );
}

export function PasswordChanged({ data }: { data: Base }) {
  return (
    <AccountMail title="Your password was changed" preview="All other devices were signed out." data={data}>
      <Greeting name={data.name} />
      <MailText>
        Your password was just changed, and all other devices were signed out. If it was not you, reset it now.
      </MailText>
      <MailButton href={`${data.shop_url}/forgot-password`}>Reset my password</MailButton>
    </AccountMail>
  );
}

export function EmailCode({ data }: { data: CodeData }) {
  const { name } = useMailStore();
  return (
    <AccountMail title="Your code" preview="It works for five minutes." data={data}>
      <MailText>Enter this code at {name}. It works once, for five minutes. Never tell it to anybody.</MailText>
      <Text style={code}>{data.code}</Text>
    </AccountMail>
  );
}

export function ConfirmAddress({ data }: { data: CodeData }) {
  const { name } = useMailStore();
  return (
    <AccountMail title="Your code" preview="It works for five minutes." data={data}>
      <MailText>
        Enter this code at {name} to add this address to your account. It works once, for five minutes. Never tell it to
        anybody.
      </MailText>
      <Text style={code}>{data.code}</Text>
      <MailText style={{ margin: 0 }}>If you did not ask for it, you can ignore this email: nothing changes.</MailText>
    </AccountMail>
  );
}

export function AddressWanted({ data }: { data: Base }) {
  const { name } = useMailStore();
  return (
    <AccountMail title="Somebody wanted to use your address" preview="Nothing was changed." data={data}>
      <MailText>
        Somebody asked to add this address to an account at {name}, but it belongs to another one: yours. Nothing was
        changed. If it was you, log in with this address, or reset your password if you forgot it.
      </MailText>
      <MailButton href={`${data.shop_url}/login`}>Log in</MailButton>
    </AccountMail>
  );
}

/** The account events of a shop with this name. */
const CHANGES = {
  email_added: (shop: string) => `An email address was added to your ${shop} account. You can now sign in with it.`,
  phone_added: (shop: string) => `A phone number was added to your ${shop} account. You can now sign in with it.`,
  phone_changed: (shop: string) =>
    `The phone number of your ${shop} account was changed. The old one no longer signs you in.`,
  phone_removed: (shop: string) => `The phone number of your ${shop} account was removed. It no longer signs you in.`,
  passkey_added: (shop: string) => `A passkey was added to your ${shop} account. It signs in without your password.`,
  second_factor_on: (shop: string) => `Two-step sign-in was turned on for your ${shop} account.`,
  second_factor_off: (shop: string) => `Two-step sign-in was turned off for your ${shop} account.`,
};

export function SignInChanged({ data }: { data: ChangeData }) {
  const { name } = useMailStore();
  return (
    <AccountMail title="Your sign-in has changed" preview={CHANGES[data.what](name)} data={data}>
      <MailText>
        {CHANGES[data.what](name)} If it was not you, change your password at once: that signs all other devices out.
      </MailText>
      <MailButton href={`${data.shop_url}/profile?tab=security`}>Look at my account</MailButton>
    </AccountMail>
  );
}

/** The same as an SMS. */
export function changeText({ what, shop_url }: ChangeData, shop: string): string {
  return `${CHANGES[what](shop)} If it was not you, change your password: ${shop_url}/profile?tab=security`;
}

export function AccountDeleted({ data }: { data: Base }) {
  const { name, email, phone } = useMailStore();
  return (
    <AccountMail title="Your account was deleted" preview={`Your ${name} account and its data are gone.`} data={data}>
      <MailText>
        Your {name} account was deleted, with your profile, your sign-in data and all sessions. Your orders stay in our
        books without your account. If it was not you, write to {email} or call {phone} at once.
      </MailText>
    </AccountMail>
  );
}
