import type { SpawnOptions } from "node:child_process";

type RunOptions = SpawnOptions & { onOutput?: (text: string) => void };
type Output = { code: number; output: string };
type Runner = (command: string, args: string[], options?: RunOptions) => Promise<Output>;
type Host = Pick<NodeJS.Process, "platform" | "arch" | "execPath"> & { versions: { node: string } };
type Installed = { dev?: boolean };
type Options = { log?: (line: string) => void; runner?: Runner };

export class Refusal extends Error {}
export function refuseOldNode(version?: string): void;
export function isInstalled(root: string, options?: Installed): boolean;
export function shopNode(root: string, host?: Host): string;
export function ensureInstalled(root: string, options?: Options & Installed): Promise<boolean>;
export function installCounter(
  root: string,
  dev: boolean,
  host?: Host,
): { total: number; read: (text: string) => void; line: () => string };
export function ensureBuilt(root: string, options?: Options): Promise<boolean>;
export function sourceHash(root: string): string;
export const run: Runner;
