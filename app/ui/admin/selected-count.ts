import { createContext } from "react";

/** The number of rows of a bulk action; null before hydration. */
export const SelectedCount = createContext<number | null>(null);
