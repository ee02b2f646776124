// `npm run settings [-- --check]`: writes docs/guides/settings.md and .env.example from the schema of the settings.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exampleFile, guide } from "./settings-guide.ts";

const root = join(import.meta.dirname, "..");
const files = { "docs/guides/settings.md": guide(), ".env.example": exampleFile() };
const outdated = Object.entries(files).filter(([path, text]) => textOf(join(root, path)) !== text);

for (const [path, text] of outdated) {
  if (process.argv.includes("--check")) {
    console.log(`${path} differs from app/platform/env-variables.server.ts. Run 'npm run settings'.`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`${path} is written.`);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
