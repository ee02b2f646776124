import { createContext } from "react";

/** The address of the page that shows the security panel: where its links and Google's answer come back to. */
export const SecurityPage = createContext("/profile?tab=security");
