import { createContext, type ReactNode } from "react";

/**
 * What a form shows whose session is over: where somebody logs in again without leaving it. The back office's shell
 * provides it; `onDone` sends the form.
 */
export const SignInAgainContext = createContext<((onDone: () => void) => ReactNode) | null>(null);
