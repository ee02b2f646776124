import { readFileSync } from "node:fs";
import { variables } from "./env-variables.server.ts";
import { SettingsError } from "./provider-settings.server.ts";

type Source = Record<string, string | undefined>;

/** The settings that are secret: `NAME_FILE` may name a file with the value of `NAME`. */
export const SECRET_SETTINGS = Object.entries(variables.shape).flatMap(([name, schema]) =>
  schema.meta()?.["secret"] === true ? [name] : [],
);

/**
 * `source` with the values of the files that `NAME_FILE` names, without space around them. Throws SettingsError with one
 * line per file that cannot be read or is empty, and per secret that is set in both ways.
 */
export function withSecretFiles(source: Source): Source {
  const values: Source = { ...source };
  const problems: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const path = source[`${name}_FILE`];
    if (!path) continue;
    if (source[name]) {
      problems.push(`${name} and ${name}_FILE are both set: leave one of them out.`);
      continue;
    }
    const value = textOf(path);
    if (value === null) problems.push(`${name}_FILE names ${path}, which cannot be read.`);
    else if (value === "") problems.push(`${name}_FILE names ${path}, which is empty.`);
    else values[name] = value;
  }
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
  return values;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}
