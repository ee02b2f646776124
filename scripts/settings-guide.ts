import { z } from "zod";
import { variables } from "#app/platform/env-variables.server.ts";
import { SECRET_SETTINGS } from "#app/platform/secret-files.server.ts";

type Setting = { name: string; byDefault: string; unset: string; does: string };

const WIDTH = 100;

/** Every setting with its default ("" if it has none), what holds while it is unset, and what it does. */
export function settings(): Setting[] {
  return Object.entries<z.ZodType>(variables.shape).map(([name, schema]) => {
    const { does, unset } = schema.meta() ?? {};
    if (typeof does !== "string") throw new Error(`${name} does not say what it does.`);
    const byDefault = defaultOf(schema);
    const meaning = typeof unset === "string" ? unset : byDefault === "" ? "none" : `\`${byDefault}\``;
    return { name, byDefault, unset: meaning, does };
  });
}

/** The page docs/guides/settings.md. */
export function guide(): string {
  const rows = settings().map(({ name, unset, does }) => [`\`${name}\``, unset, does]);
  const table = [["setting", "default", "what it does"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[], fill = " ") =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  const [head = [], ...body] = table;
  return `# Settings

Written by \`npm run settings\` from \`app/platform/env-variables.server.ts\`. All settings are environment variables, or lines
of a file \`.env\` in this folder; a variable of the environment wins. They are validated at startup: an invalid one is
named together with what is expected.

Secrets can be read from files, as containers and systemd hand them over: \`NAME_FILE\` names the file with the value of
\`NAME\`, for ${listed(SECRET_SETTINGS)}. A file that is missing or empty, and a secret set in both ways, are refused at
startup.

${[line(head), line(["", "", ""], "-"), ...body.map((row) => line(row))].join("\n")}
`;
}

/** The file .env.example: every setting, commented out. */
export function exampleFile(): string {
  const parts = settings().map(({ name, byDefault, unset, does }) => {
    const about = `${does}. Default: ${unset}.`.replaceAll("`", "");
    return `${wrapped(about)}\n# ${name}=${/[\s<>#]/.test(byDefault) ? `"${byDefault}"` : byDefault}`;
  });
  return `# Copy to .env and remove the # of a line to set it. Written by 'npm run settings'.\n\n${parts.join("\n\n")}\n`;
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}

/** The default that the schema has for a missing variable, "" for none. */
function defaultOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault) return String(schema.def.defaultValue);
  if (schema instanceof z.ZodPipe) return defaultOf(schema.def.in as z.ZodType);
  return "";
}

function wrapped(text: string): string {
  const lines = ["#"];
  for (const word of text.split(" ")) {
    if (`${lines.at(-1)} ${word}`.length > WIDTH) lines.push("#");
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines.join("\n");
}
