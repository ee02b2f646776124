import { createContext, useContext } from "react";
import { DEFAULT_STORE, type Store } from "#app/features/settings/rules.ts";
import { DELIVERY } from "#app/features/site/content.ts";

/** The shop's name and contact, the signature of its mails, and where it delivers ("all 36 states"). */
export type MailStore = Store & { signature: string; states: string };

export const MailStoreContext = createContext<MailStore>({ ...DEFAULT_STORE, signature: "", states: DELIVERY.states });

/** The shop that sends the mail. */
export function useMailStore(): MailStore {
  return useContext(MailStoreContext);
}
