import { createContext } from "react";

/** Whether the rows of tables are low, and the switch. The admin shell provides it and marks itself `data-compact`. */
export const DensityContext = createContext<{ isCompact: boolean; onChange: (isCompact: boolean) => void } | null>(
  null,
);
