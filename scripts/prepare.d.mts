import type { SpawnOptions } from "node:child_process";

type Output = { code: number; output: string };
type Runner = (command: string, args: string[], options?: SpawnOptions) => Promise<Output>;
type Host = Pick<NodeJS.Process, "platform" | "arch" | "execPath"> & { versions: { node: string } };
type Options = { log?: (line: string) => void; runner?: Runner };

export class Refusal extends Error {}
export function refuseOldNode(version?: string): void;
export function isInstalled(root: string): boolean;
export function shopNode(root: string, host?: Host): string;
export function ensureInstalled(root: string, options?: Options): Promise<boolean>;
export function installedCount(root: string): string;
export function ensureBuilt(root: string, options?: Options): Promise<boolean>;
export function sourceHash(root: string): string;
export const run: Runner;
