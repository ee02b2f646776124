import { Text } from "@react-email/components";
import { MailButton, MailLayout } from "./layout.tsx";
import { useMailStore } from "./store.ts";

export type StaffInvitationData = { url: string; role: string; shop_url: string };

const text = { fontSize: 15, lineHeight: "22px", margin: "0 0 12px" };

export function StaffInvitation({ data }: { data: StaffInvitationData }) {
  const { name } = useMailStore();
  return (
    <MailLayout
      title={`Work at ${name}`}
      preview={`The owner of ${name} invites you to the back office.`}
      shopUrl={data.shop_url}
      reason={`You get this mail because the owner of ${name} gave your address.`}
    >
      <Text style={text}>
        The owner of {name} invites you to the shop's back office, as {data.role}. The link can be used for a week, with
        an account of this address.
      </Text>
      <MailButton href={data.url}>Join the staff</MailButton>
      <Text style={text}>If you do not know why, do nothing: without the link nothing happens.</Text>
    </MailLayout>
  );
}
