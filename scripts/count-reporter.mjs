import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** Lines of an error: a browser error names its locator in the third line. */
const LINES_OF_AN_ERROR = 4;
const CHARACTERS_OF_A_VALUE = 200;
const NO_END = [{ message: "It did not end." }];

const WRITE_MS = 1000;

/**
 * A Vitest reporter that writes { passed, failed, skipped, failures, retried, kinds } to the file in OJA_COUNTS, at
 * most once per second. Everything except a finished test counts as failed: unloadable files, failed hooks, dead
 * workers, interrupted tests. `retried` are tests that passed on retry; `kinds` has files and tests by project, the
 * tests of those files that have been collected.
 */
export default class CountReporter {
  #underWay = new Set();
  #running = new Set();
  #ended = [];
  #kinds = {};
  #timer = null;

  onTestRunStart(specifications) {
    for (const { project } of specifications) {
      this.#kinds[project.name] ??= { files: 0, ofFiles: 0, collected: 0, tests: 0, ofTests: 0 };
      this.#kinds[project.name].ofFiles += 1;
    }
    this.#write(this.#ended);
  }

  onTestModuleCollected(module) {
    const kind = this.#kinds[module.project.name];
    kind.collected += 1;
    kind.ofTests += [...module.children.allTests()].length;
    this.#later();
  }

  onTestModuleStart(module) {
    this.#underWay.add(module);
    this.#later();
  }

  onTestCaseReady(test) {
    this.#running.add(test);
    this.#later();
  }

  onTestCaseResult(test) {
    this.#running.delete(test);
    this.#kinds[test.project.name].tests += 1;
    this.#later();
  }

  onTestModuleEnd(module) {
    this.#underWay.delete(module);
    this.#kinds[module.project.name].files += 1;
    for (const test of this.#running) if (test.module === module) this.#running.delete(test);
    this.#ended.push(module);
    this.#later();
  }

  onTestRunEnd(modules, unhandledErrors, reason) {
    clearTimeout(this.#timer);
    this.#underWay.clear();
    this.#write(modules, unhandledErrors, reason);
  }

  #later() {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#write(this.#ended);
    }, WRITE_MS);
  }

  #write(modules, unhandledErrors = [], reason = "") {
    const counts = { passed: 0, failed: 0, skipped: 0, failures: [], retried: [], kinds: this.#kinds };
    const addFailure = (test, errors) => counts.failures.push({ test, error: errors.flatMap(linesOf) });
    for (const error of unhandledErrors) addFailure("outside any test", [error]);
    for (const module of this.#underWay) {
      const test = [...this.#running].find((one) => one.module === module);
      addFailure(nameOf(module, test ?? module), NO_END);
    }
    if (reason === "interrupted") addFailure("the run", [{ message: "It was interrupted." }]);
    counts.failed = counts.failures.length;
    for (const module of modules) countModule(module, counts, addFailure);
    if (process.env.OJA_COUNTS) writeFileSync(process.env.OJA_COUNTS, JSON.stringify(counts));
  }
}

function countModule(module, counts, addFailure) {
  const broken = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const errors = broken.reduce((sum, suite) => sum + suite.errors().length, 0);
  for (const suite of broken) addFailure(nameOf(module, suite), suite.errors());
  let lost = 0;
  for (const test of module.children.allTests()) {
    const { state, errors: wrong = [] } = test.result();
    // Not skipped on purpose: a hook of its file or suite threw.
    const isLost = state === "pending" || (state === "skipped" && errors > 0 && test.options.mode === "run");
    if (isLost) lost += 1;
    else counts[state] += 1;
    if (state === "failed") addFailure(nameOf(module, test, wrong[0]), wrong.slice(0, 1));
    if (state === "passed" && test.diagnostic()?.flaky)
      counts.retried.push({ test: nameOf(module, test, wrong[0]), error: wrong.slice(0, 1).flatMap(linesOf) });
    if (state === "pending") addFailure(nameOf(module, test), NO_END);
  }
  counts.failed += Math.max(lost, errors);
}

/** `file:line > suite > test`; the line is that of the test's own file. */
function nameOf(module, part, error) {
  const line = error?.stacks?.find(({ file }) => file === module.moduleId)?.line;
  const file = module.relativeModuleId + (line ? `:${line}` : "");
  return part === module ? file : `${file} > ${part.fullName}`;
}

/** The first lines of the message, and both values if the message alone does not contain them. */
function linesOf(error) {
  const message = stripVTControlCharacters(String(error.message ?? error));
  const lines = message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "Call log:");
  const values = [
    ["expected", error.expected],
    ["received", error.actual],
  ].filter(([, value]) => typeof value === "string" && !message.includes(value));
  return [
    ...lines.slice(0, LINES_OF_AN_ERROR),
    ...values.map(([name, value]) => `${name} ${value.replace(/\s+/g, " ").slice(0, CHARACTERS_OF_A_VALUE)}`),
  ];
}
