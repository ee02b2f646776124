import type { Runner } from "./child.mjs";

type Host = Pick<NodeJS.Process, "platform" | "arch" | "execPath"> & { versions: { node: string } };
type Need = "run" | "build" | "test";
type Options = { log?: (line: string) => void; runner?: Runner };

export const RELEASE_MARK: string;
export class Refusal extends Error {}
export function refuseChangedRelease(root: string): void;
export function refuseOldNode(version?: string): void;
export function isInstalled(root: string, need?: Need): boolean;
export function shopNode(root: string, host?: Host): string;
export function ensureInstalled(root: string, need?: Need, options?: Options): Promise<boolean>;
export function installCounter(
  root: string,
  need: Need,
  host?: Host,
): { total: number; read: (text: string) => void; line: () => string };
export function isBuilt(root: string): boolean;
export function ensureBuilt(root: string, options?: Options): Promise<boolean>;
export function sourceHash(root: string): string;
