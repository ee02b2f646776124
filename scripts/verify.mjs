// `npm run verify`: the quick checks of `npm test` without a build, and the unit tests of changed files.
import { fileURLToPath } from "node:url";
import { runPlan, summary } from "./plan.mjs";
import { run } from "./prepare.mjs";
import { staticSteps, testStep } from "./steps.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const QUICK = ["format", "structure", "route types", "types", "lint"];
const { code } = await run("git", ["rev-parse", "--verify", "HEAD"], { cwd: root });
// A repository without a commit has no base to compare with: all files count as changed.
const args = code === 0 ? ["--changed", "--passWithNoTests"] : [];

const total = await runPlan([
  ...staticSteps(root).filter(({ name }) => QUICK.includes(name)),
  testStep(root, { name: "unit tests of changed files", projects: ["unit"], args }),
]);
console.log(summary(total));
process.exitCode = total.failed > 0 ? 1 : 0;
