// `npm start`: from a bare clone to a running shop. Installs and builds only what is missing or outdated. `npm run dev`
// installs the tools of development too, and Vite builds while the shop runs. A built shop needs only what it runs with.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { passSignalsTo } from "./child.mjs";
import { memorySettings } from "./memory.mjs";
import {
  ensureBuilt,
  ensureInstalled,
  isBuilt,
  Refusal,
  refuseChangedRelease,
  refuseOldNode,
  shopNode,
} from "./prepare.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const isDevelopment = process.argv[2] === "dev";
/** `install` and `build` are steps of a container image or a release: what builds the shop, and the built shop. */
const step = ["install", "build"].find((name) => name === process.argv[2]);

try {
  refuseOldNode();
  refuseChangedRelease(root);
  await ensureInstalled(root, isDevelopment ? "test" : isBuilt(root) ? "run" : "build");
  if (!isDevelopment && step !== "install") await ensureBuilt(root);
  if (!step) serve(shopNode(root));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}

function serve(node) {
  const main = join(root, "server", isDevelopment ? "dev.ts" : "main.ts");
  const { flags, env } = memorySettings();
  const file = join(root, ".env");
  const settings = existsSync(file) ? [`--env-file=${file}`] : [];
  const child = spawn(node, [...flags, ...settings, main], { cwd: root, env, stdio: "inherit" });
  passSignalsTo(child);
  if (process.env.npm_lifecycle_event) stopWithParent(child);
  child.on("error", (error) => {
    console.error(`The shop could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

/** npm runs this in a shell that does not forward a signal and dies of it: losing the parent then means SIGTERM. */
function stopWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill("SIGTERM");
  }, 200);
}
