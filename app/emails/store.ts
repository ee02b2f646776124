import { createContext, useContext } from "react";
import { DEFAULT_STORE, type Store } from "#app/features/settings/rules.ts";

/** The shop's name and contact, and the line that its mails end with. */
export type MailStore = Store & { signature: string };

export const MailStoreContext = createContext<MailStore>({ ...DEFAULT_STORE, signature: "" });

/** The shop that the mail is from. */
export function useMailStore(): MailStore {
  return useContext(MailStoreContext);
}
