import { writeFileSync } from "node:fs";

/**
 * A Vitest reporter that writes { passed, failed, skipped } to the file named in OJA_COUNTS. Everything that is not a
 * finished test counts as failed: a file that does not load, tests whose hook threw, a worker that dies.
 */
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors, reason) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const suites = [module, ...module.children.allSuites()];
      const errors = suites.reduce((sum, suite) => sum + suite.errors().length, 0);
      let lost = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // Without being asked to: a hook of its file or suite threw.
        const isLost = state === "pending" || (state === "skipped" && errors > 0 && test.options.mode === "run");
        if (isLost) lost += 1;
        else counts[state] += 1;
      }
      counts.failed += Math.max(lost, errors);
    }
    if (reason === "interrupted") counts.failed += 1;
    if (process.env.OJA_COUNTS) writeFileSync(process.env.OJA_COUNTS, JSON.stringify(counts));
  }
}
