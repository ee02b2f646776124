import { createContext, type ReactNode } from "react";

/** The sign-in part of a form whose session has expired. The admin shell provides it; `onDone` submits the form. */
export const SignInAgainContext = createContext<((onDone: () => void) => ReactNode) | null>(null);
