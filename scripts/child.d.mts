import type { SpawnOptions } from "node:child_process";

type RunOptions = SpawnOptions & { onOutput?: (text: string) => void };
export type Runner = (
  command: string,
  args: string[],
  options?: RunOptions,
) => Promise<{ code: number; output: string }>;

export const run: Runner;
