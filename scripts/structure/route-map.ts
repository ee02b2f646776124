import { isTest, type Check, type Finding } from "./project.ts";

const MAP = "app/routes.ts";

/** Every file in app/routes is on the map, every file on the map exists, and no module imports a route. */
export const routeMap: Check = (project) => {
  const map = project.get(MAP);
  if (!map) return [{ rule: "route-map", file: MAP, message: "is missing: it is the map of every URL to its file" }];
  const text = map.text.replace(/\/\*[\s\S]*?\*\/|(^|[^:])\/\/.*$/gm, "$1");
  const mapped = new Set(
    [...text.matchAll(/["'`](?:\.\/)?(routes\/[^"'`]+\.tsx?)["'`]/g)].map((match) => `app/${match[1]}`),
  );
  const findings: Finding[] = [];
  const report = (file: string, message: string) => findings.push({ rule: "route-map", file, message });
  for (const path of mapped) if (!project.has(path)) report(MAP, `names ${path}, which does not exist`);
  for (const { path, imports } of project.values()) {
    if (path.startsWith("app/routes/") && !isTest(path) && !mapped.has(path)) {
      report(
        path,
        `is not in ${MAP}. One file is one URL: add it to the map, or move a part of a screen to app/blocks or to a feature's components`,
      );
    }
    for (const target of isTest(path) ? [] : imports) {
      if (!target.local || !target.path.startsWith("app/routes/") || target.path.includes("/+types/")) continue;
      report(
        path,
        `imports ${target.path}. Nobody imports a route: move what is shared to app/blocks, a feature or app/lib`,
      );
    }
  }
  return findings;
};
