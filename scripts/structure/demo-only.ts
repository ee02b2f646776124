import { isTest, type Check, type Finding } from "./project.ts";

const ENTRIES = /^(server\/start\.server\.ts|app\/(root|entry\.server)\.tsx|app\/routes\/.+)$/;
const DEMO = /^(db\/seed|sandbox)\/|^server\/demo/;
/** What a shop without demo loads as well: it refuses demo data, and has the pictures of known categories. */
const EVERY_SHOP = new Set([
  "db/seed/demo-accounts.ts",
  "db/seed/demo-remains.ts",
  "db/seed/demo-state.ts",
  "db/seed/pictures/shop-pictures.ts",
]);

/** Seeds, sandboxes and the demo are large: the server reaches them by dynamic imports only. */
export const demoOnly: Check = (project) => {
  const findings: Finding[] = [];
  const reached = new Set([...project.keys()].filter((path) => ENTRIES.test(path) && !isTest(path)));
  for (const file of reached) {
    for (const { path, local, typeOnly, dynamic } of project.get(file)?.imports ?? []) {
      if (!local || typeOnly || dynamic) continue;
      if (!DEMO.test(path) || EVERY_SHOP.has(path)) reached.add(path);
      else
        findings.push({
          rule: "demo-only",
          file,
          message: `imports ${path}, which a shop without demo would load: use 'await import()' where the demo starts`,
        });
    }
  }
  return findings;
};
