import { spawnSync } from "node:child_process";

/** Whether a command can be run and succeeds. */
export function answers(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

export type CallOptions = { input?: string; cwd?: string; env?: NodeJS.ProcessEnv };

/** Runs a command that must succeed and returns what it printed; `input` is its standard input. */
export function call(command: string, args: string[], options: CallOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...options,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return stdout.trim();
  throw new Error(`${command} ${args.join(" ")} ended with ${status}\n${error ?? ""}${stdout}${stderr}`);
}
