// `npm test`: everything, from a bare clone. The last line is `N passed, N failed`.
import { fileURLToPath } from "node:url";
import { failureList, retriedList, runPlan, summary } from "./plan.mjs";
import { ensureInstalled, Refusal, refuseOldNode } from "./prepare.mjs";
import { buildSteps, staticSteps, testStep } from "./steps.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const start = Date.now();

try {
  refuseOldNode();
  await ensureInstalled(root);
  const total = await runPlan([
    ...buildSteps(root),
    ...staticSteps(root),
    testStep(root, { name: "unit tests", projects: ["unit"] }),
    testStep(root, { name: "routes, races, browser", projects: ["integration", "warnings", "e2e"], after: ["build"] }),
  ]);
  console.log(`\nAll of it took ${minutes()}.`);
  for (const line of [...retriedList(total.retried), ...failureList(total.failures)]) console.log(line);
  end(total);
} catch (error) {
  console.error(error instanceof Refusal ? `\n${error.message}\n` : error);
  end({ passed: 0, failed: 1, skipped: 0 });
}

function end(total) {
  console.log(summary(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function minutes() {
  const seconds = Math.round((Date.now() - start) / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
