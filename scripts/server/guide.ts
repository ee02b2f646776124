import { readFileSync } from "node:fs";
import { join } from "node:path";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/operate.md"), "utf8");

/** The guide's blocks for a server without containers, each by the beginning of one of its lines. */
export const SERVER_BLOCKS = {
  programs: "apt-get update ",
  secrets: "install -d -o root -g oja ",
  settings: "BASE_URL=https://",
  processes: "certbot certonly ",
  caddy: "apt-get install --yes --no-install-recommends caddy",
  rehearsal: "cp -pn /etc/oja/oja.env ",
  mails: "python3 -u -m aiosmtpd ",
  "end of the rehearsal": "mv /etc/oja/live.env ",
  restore: "oja restore ",
  trial: "cat > /etc/oja/try.env ",
  "end of the trial": "systemctl stop oja-try",
  upgrade: "oja backup ",
  "second process": "systemctl restart oja@3010",
  pooler: "alter role ",
} as const;

/** The guide's blocks for a server with containers, in the same way. */
export const CONTAINER_BLOCKS = {
  secrets: "mkdir -p -m 700 secrets",
  restore: "docker compose run ",
} as const;

/** The language and text of each block of the guide; those of a list without its indentation. */
export function guideBlocks(): { language: string; text: string }[] {
  return [...guide.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```/gm)].map(([, indent = "", language = "", text = ""]) => ({
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
}

/** The text of one of these blocks. */
export function serverBlock(name: keyof typeof SERVER_BLOCKS): string {
  return onlyBlock(SERVER_BLOCKS[name]);
}

/** The text of one of the blocks for containers. */
export function containerBlock(name: keyof typeof CONTAINER_BLOCKS): string {
  return onlyBlock(CONTAINER_BLOCKS[name]);
}

function onlyBlock(start: string): string {
  const found = guideBlocks().filter(({ text }) => isBlock(start, text));
  if (found.length !== 1) throw new Error(`The guide has ${found.length} blocks with the line "${start}".`);
  return found[0]?.text ?? "";
}

/** Whether a block has a line that starts so; "second process" is also the last line of a longer one. */
export function isBlock(start: string, text: string): boolean {
  const isWhole = start === SERVER_BLOCKS["second process"];
  return isWhole ? text.trim() === start : text.split("\n").some((line) => line.startsWith(start));
}

/** The commands in the guide's sentences that match a pattern, between backticks. */
export function inlineCommands(pattern: RegExp): string[] {
  const spans = [...guide.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
  return spans.filter((text) => pattern.test(text));
}
