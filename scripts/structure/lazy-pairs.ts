import { isTest, type Check } from "./project.ts";

/**
 * A file that is loaded lazily does not import the file that loads it, not even for a type: what both need is the lazy
 * file's own, or stands in a third.
 */
export const lazyPairs: Check = (project) =>
  [...project.values()].flatMap(({ path, imports }) =>
    imports.flatMap((target) => {
      if (!target.dynamic || !target.local || isTest(path)) return [];
      const back = project.get(target.path)?.imports.some((entry) => entry.local && entry.path === path);
      if (!back) return [];
      const message = `imports ${path}, which loads it lazily: declare here what both need, or in a third file`;
      return [{ rule: "lazy-pairs", file: target.path, message }];
    }),
  );
