// Child processes of `npm start` and `npm test`. Plain JavaScript: it runs on the host's Node.
import { spawn } from "node:child_process";

/**
 * Runs a command without input and collects its output, which `onOutput` also gets; a signal that ends this process
 * also ends the command.
 */
export function run(command, args, { onOutput, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (chunk) => {
      output += chunk;
      onOutput?.(String(chunk));
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const stop = passSignalsTo(child);
    const end = (code) => {
      stop();
      resolve({ code, output });
    };
    child.on("error", (error) => {
      output += String(error);
      end(1);
    });
    child.on("close", (code, signal) => {
      if (signal && stop.received()) process.exit(130);
      end(code ?? 1);
    });
  });
}

/**
 * Forwards SIGTERM, SIGHUP and SIGINT to the child. Ctrl-C on a terminal already reaches every process, and a second
 * signal would force an exit, so it is not forwarded there.
 */
export function passSignalsTo(child) {
  let received = false;
  const pass = (signal) => {
    received = true;
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  return Object.assign(() => signals.forEach((signal) => process.off(signal, pass)), { received: () => received });
}
