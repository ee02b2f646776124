import { writeFileSync } from "node:fs";

/**
 * A Vitest reporter that writes { passed, failed, skipped } to the file named in OJA_COUNTS. Everything that is not a
 * finished test counts as failed: a file that does not load, a hook that throws, a worker that dies.
 */
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors, reason) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length;
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state in counts ? state : "failed"] += 1;
      }
    }
    if (reason === "interrupted") counts.failed += 1;
    if (process.env.OJA_COUNTS) writeFileSync(process.env.OJA_COUNTS, JSON.stringify(counts));
  }
}
