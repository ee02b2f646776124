import { createContext } from "react";

/** URL of the page with the security panel, the return target of its links and of Google. */
export const SecurityPage = createContext("/profile?tab=security");
