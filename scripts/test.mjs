// `npm test`: installs what is missing, then runs Vitest, which has everything (vitest.config.ts). The last line is
// `N passed, N failed`. Runs on the host's Node before anything is installed: plain JavaScript.
import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { passSignalsTo } from "./child.mjs";
import { ensureInstalled, Refusal, refuseOldNode, shopNode } from "./prepare.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

try {
  refuseOldNode();
  await ensureInstalled(root, "test");
  runTests(shopNode(root));
} catch (error) {
  console.error(error instanceof Refusal ? `\n${error.message}\n` : error);
  endWithoutTests();
}

function runTests(node) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporter = join(root, "scripts", "test-reporter.ts");
  const path = [dirname(node), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const env = { ...process.env, NODE_ENV: undefined, FORCE_COLOR: undefined, NO_COLOR: "1", PATH: path };
  const stdio = ["ignore", "pipe", "inherit"];
  const child = spawn(node, [vitest, "run", `--reporter=${reporter}`], { cwd: root, env, stdio });
  passSignalsTo(child);
  // Lines that shops of tests log would hide the failures; running a single file shows them.
  createInterface(child.stdout).on("line", (line) => line.startsWith('{"level":') || console.log(line));
  child.on("error", (error) => {
    console.error(error);
    endWithoutTests();
  });
  child.on("close", (code, signal) => {
    // A process that a signal ended has not printed its last line.
    if (signal) endWithoutTests();
    else process.exitCode = code;
  });
}

function endWithoutTests() {
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}
