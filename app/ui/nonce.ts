import { createContext } from "react";

/**
 * The nonce of the page that the server renders: `<script nonce={use(NonceContext)}>` lets an inline script run. It is
 * undefined in the browser, and the server takes it out of the page again, so both see the same markup.
 */
export const NonceContext = createContext<string | undefined>(undefined);
