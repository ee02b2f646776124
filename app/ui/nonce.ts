import { createContext } from "react";

/**
 * The nonce of the server-rendered page: `<script nonce={use(NonceContext)}>` allows an inline script. It is undefined
 * in the browser, and the server removes it from the page, so both render the same markup.
 */
export const NonceContext = createContext<string | undefined>(undefined);
