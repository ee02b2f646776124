import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Of a Debian with systemd as its first process, beside the authority of certificates that only tests have. */
const PACKAGES = "systemd,systemd-sysv,dbus,ca-certificates,iproute2,pebble";
const NEEDED = ["mmdebstrap", "unshare", "nsenter", "pivot_root", "setpriv", "slirp4netns"];
const PATIENCE_MS = 60_000;

export type Machine = {
  /** Runs lines of a shell as root, which must succeed, and returns what they printed. */
  run: (lines: string, env?: Record<string, string>) => Promise<string>;
  /** Ends every process of it, as a loss of power does. Its folder can be started again. */
  stop: () => Promise<void>;
};

/** The mounts of a container for systemd, which then is its first process. The kernel's settings stay the host's. */
const MOUNTS = `
  mount --bind "$ROOT" "$ROOT"
  cd "$ROOT"
  mkdir -p .old
  mount -t tmpfs -o mode=755 tmpfs dev
  for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  mount -t tmpfs -o mode=1777 tmpfs dev/shm
  mount -t proc proc proc
  mount --bind proc/sys proc/sys
  mount -o remount,bind,ro proc/sys
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 tmpfs run
  mount -t tmpfs -o mode=1777 tmpfs tmp
  hostname oja-server
  pivot_root . .old
  umount -l /.old
  exec env -i container=oja PATH=/usr/sbin:/usr/bin:/sbin:/bin setpriv --bounding-set=-sys_module,-sys_rawio,-sys_time /lib/systemd/systemd --system`;

/** Why this machine cannot run another one; undefined if it can. */
export function whyNoMachine(): string | undefined {
  if (process.platform !== "linux") return "not on Linux";
  if (process.getuid?.() !== 0) return "not root";
  const missing = NEEDED.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (missing.length > 0) return `not installed: ${missing.join(", ")}`;
  if (!existsSync("/dev/net/tun")) return "no /dev/net/tun";
  if (!controlGroups()) return "no control groups of version 2";
  return undefined;
}

/** Where the control groups of version 2 are; the only ones that systemd knows from 258 on. */
function controlGroups(): string | undefined {
  return /^\S+ (\S+) cgroup2 /m.exec(readFileSync("/proc/self/mounts", "utf8"))?.[1];
}

/** Writes a minimal Debian to an empty folder. */
export function makeDebian(root: string, suite: string): void {
  const { status, stderr } = spawnSync("mmdebstrap", ["--variant=minbase", `--include=${PACKAGES}`, suite, root], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`mmdebstrap ended with ${status}\n${stderr}`);
  writeFileSync(join(root, "etc/resolv.conf"), "nameserver 10.0.2.3\n");
}

/** Starts systemd in a Debian's folder, with processes, mounts, names and a network of its own. */
export async function startMachine(root: string): Promise<Machine> {
  const group = join(controlGroups() ?? "", `oja-server-${process.pid}`);
  mkdirSync(group, { recursive: true });
  const words = ["--mount", "--pid", "--fork", "--kill-child", "--uts", "--ipc", "--net", "--cgroup"];
  const script = `echo $$ > ${group}/cgroup.procs; exec unshare ${words.join(" ")} --propagation private sh -ec "$BOOT"`;
  const env = { PATH: process.env["PATH"], ROOT: root, BOOT: MOUNTS };
  const child = spawn("sh", ["-ec", script], { env, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (text) => (errors += String(text)));
  const ended = once(child, "exit");
  const first = await until(() => {
    if (child.exitCode !== null) throw new Error(`The machine did not start.\n${errors}`);
    const [id = ""] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").split(" ");
    return id && readFileSync(`/proc/${id}/comm`, "utf8").startsWith("systemd") ? id : undefined;
  });
  const network = spawn("slirp4netns", ["--configure", "--mtu=65520", "--disable-host-loopback", first, "tap0"], {
    stdio: "ignore",
  });
  const run = (lines: string, more: Record<string, string> = {}) => runIn(first, lines, more);
  const stop = async () => {
    network.kill();
    child.kill("SIGKILL");
    await ended;
    await until(() => (removeGroups(group) ? "removed" : undefined));
  };
  try {
    await run("until systemctl is-system-running --wait | grep -qE 'running|degraded'; do sleep 0.2; done");
    await run("until ip route | grep -q default; do sleep 0.2; done");
  } catch (error) {
    await stop();
    throw error;
  }
  return { run, stop };
}

async function runIn(first: string, lines: string, more: Record<string, string>): Promise<string> {
  const env = { HOME: "/root", LANG: "C.UTF-8", PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" };
  const settings = Object.entries({ ...env, ...more }).map(([name, value]) => `${name}=${value}`);
  const child = spawn(
    "nsenter",
    ["-t", first, "-a", "env", "-i", ...settings, "sh", "-e", "-c", `cd /root\n${lines}`],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let [output, all] = ["", ""];
  child.stdout.on("data", (text) => {
    output += String(text);
    all += String(text);
  });
  child.stderr.on("data", (text) => (all += String(text)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${lines}\nended with ${code}\n${all.slice(-6000)}`);
  return output.trim();
}

/** Removes a control group with those below it; not as long as a process of it ends. */
function removeGroups(folder: string): boolean {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && !removeGroups(join(folder, entry.name))) return false;
    rmdirSync(folder);
    return true;
  } catch {
    return !existsSync(folder);
  }
}

async function until<T>(find: () => T | undefined): Promise<T> {
  const patience = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (performance.now() > patience) throw new Error("The machine did not answer.");
    await wait(100);
  }
}
