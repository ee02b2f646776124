import { createContext } from "react";

/** How many rows a bulk action is for; null before the page's script runs. */
export const SelectedCount = createContext<number | null>(null);
