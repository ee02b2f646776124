import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/setup/order.ts";

const setupFiles = ["./tests/setup/console.ts", "./tests/setup/passwords.ts", "./tests/setup/clusters.ts"];
const template = "./tests/setup/database.global.ts";
const postgres = "./tests/setup/postgres.global.ts";
const build = "./tests/setup/build.global.ts";
/** React's development build renders a page in three times the time. */
const production = { NODE_ENV: "production" };
/** After checks and unit tests. Within a group all workers stay busy until its last file. */
const sequence = { groupOrder: 1 };
const built = [...setupFiles, "./tests/setup/built.ts"];

/**
 * A separate configuration: the React Router plugin belongs to the build. The timeouts only end hanging tests: they are
 * many times the duration of any test on a small machine.
 */
export default defineConfig({
  test: {
    pool: "forks",
    // One more than a small machine has cores: tests wait for answers, timers and other processes.
    maxWorkers: 3,
    // Modules are loaded once per worker: the built shop alone takes 1.5 s of processor time. A file undoes what it
    // changes.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    teardownTimeout: 60_000,
    // A busy machine answers late, and only a failing poll waits this long.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        // What else must hold: format, types, lint, structure, licences, sizes of the build.
        extends: true,
        test: {
          name: "checks",
          include: ["tests/checks/**/*.test.ts"],
          testTimeout: 15 * 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,bench,db,sandbox,scripts,server}/**/*.test.{ts,tsx}"],
          setupFiles,
          globalSetup: [template, postgres],
          testTimeout: 300_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          sequence,
          include: ["tests/{setup,routes,races}/**/*.test.ts"],
          exclude: ["tests/setup/browser.test.ts"],
          setupFiles: built,
          globalSetup: [build, template, postgres],
          provide: { shopDatabase: "postgres" },
          env: production,
          testTimeout: 300_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          // All pages with React's development build, whose warnings fail a test.
          name: "warnings",
          sequence,
          include: ["tests/warnings/**/*.test.ts"],
          setupFiles: built,
          globalSetup: [build, template],
          provide: { shopDatabase: "embedded" },
          testTimeout: 300_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          sequence,
          include: ["tests/e2e/**/*.test.ts", "tests/setup/browser.test.ts"],
          setupFiles: built,
          globalSetup: [build, template, "./tests/setup/browser.global.ts"],
          provide: { shopDatabase: "embedded" },
          env: production,
          // The end of the run lists each test that needed it.
          retry: 1,
          testTimeout: 300_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
