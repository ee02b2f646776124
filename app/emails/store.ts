import { createContext, useContext } from "react";
import { DEFAULT_STORE, type Store } from "#app/features/settings/rules.ts";

/** The shop's name and contact, and the signature of its mails. */
export type MailStore = Store & { signature: string };

export const MailStoreContext = createContext<MailStore>({ ...DEFAULT_STORE, signature: "" });

/** The shop that sends the mail. */
export function useMailStore(): MailStore {
  return useContext(MailStoreContext);
}
