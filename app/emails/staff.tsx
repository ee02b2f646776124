import { MailButton, MailLayout, MailText } from "./layout.tsx";
import { useMailStore } from "./store.ts";

export type StaffInvitationData = { url: string; role: string; shop_url: string };

export function StaffInvitation({ data }: { data: StaffInvitationData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title={`Work at ${name}`}
      preview={`The owner of ${name} invites you to the back office.`}
      shopUrl={data.shop_url}
      reason={`You receive this email because the owner of ${name} gave your address.`}
    >
      <MailText>
        The owner of {name} invites you to the shop's back office, as {data.role}. The link can be used for a week, with
        an account of this address.
      </MailText>
      <MailButton href={data.url}>Join the staff</MailButton>
      <MailText>
        If you did not expect this invitation, you can ignore this email: nothing happens without the link.
      </MailText>
    </MailLayout>
  );
}
