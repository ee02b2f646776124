import { featureOf } from "./feature-graph.ts";
import { isTest, type Check, type Project } from "./project.ts";

const BLOCK = /^app\/blocks\//;

/** A block joins two or more features, itself or through the blocks that it shows. */
export const blocks: Check = (project) =>
  [...project.keys()].flatMap((path) => {
    if (!BLOCK.test(path) || isTest(path)) return [];
    const features = [...featuresFrom(path, project)];
    if (features.length >= 2) return [];
    const owner = features[0] ? `app/features/${features[0]}` : "app/shell or app/ui";
    return [{ rule: "blocks", file: path, message: `joins no two features: move it to ${owner}` }];
  });

function featuresFrom(path: string, project: Project, seen = new Set<string>()): Set<string> {
  const features = new Set<string>();
  if (seen.has(path)) return features;
  seen.add(path);
  for (const target of project.get(path)?.imports ?? []) {
    const feature = target.local ? featureOf(target.path) : null;
    if (feature) features.add(feature);
    if (BLOCK.test(target.path)) for (const other of featuresFrom(target.path, project, seen)) features.add(other);
  }
  return features;
}
