import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deployFile } from "./deploy-file.ts";
import { until, type PostgresPair } from "./postgres-pair.ts";
import { freePort, makeTemplate, postgresFolder, TEMPLATE } from "./postgres.global.ts";

/** Where Debian puts the programs of each version of PostgreSQL. */
const POSTGRESQL = "/usr/lib/postgresql";
const MEMBERS = 3;

type Member = { name: string; folder: string; port: number; rest: number; patroni: ChildProcess | null };

/** Three servers of which Patroni chooses the primary, behind HAProxy: the address of the primary, and of the standbys. */
export type PatroniCluster = Pick<PostgresPair, "url" | "killPrimary" | "promote" | "rebuild" | "stop"> & {
  replicaUrl: string;
};

/** Whether Patroni, etcd, HAProxy and PostgreSQL are installed, as by Debian's packages. */
export function hasPatroni(): boolean {
  const runs = (command: string, argument: string) => spawnSync(command, [argument]).status === 0;
  return runs("patroni", "--version") && runs("etcd", "--version") && runs("haproxy", "-v") && existsSync(POSTGRESQL);
}

/** Starts a cluster with the files of `deploy/`, in which only names, addresses, passwords and folders are replaced. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = postgresFolder();
  const account = process.getuid?.() === 0 ? accountOf("postgres") : null;
  const running = new Set<ChildProcess>();
  let output = "";
  const start = (command: string, args: readonly string[], as: object = {}): ChildProcess => {
    const env = { PATH: process.env["PATH"], HOME: folder, LC_ALL: "C.UTF-8" };
    const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], ...as });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += String(text)));
    child.once("exit", () => running.delete(child));
    running.add(child);
    return child;
  };
  const [etcd, peer, writing, reading] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const members: Member[] = [];
  for (let made = 1; made <= MEMBERS; made += 1) {
    const member = {
      name: `db${made}`,
      folder: join(folder, `db${made}`),
      port: await freePort(),
      rest: await freePort(),
    };
    members.push({ ...member, patroni: null });
  }
  const startMember = (member: Member) => {
    const settings = join(folder, `${member.name}.yml`);
    writeFileSync(settings, patroniSettings(member, folder, etcd));
    member.patroni = start("patroni", [settings], account ?? {});
  };
  const primaryNow = async () => await memberThatIs(members, "primary");
  const untilWhole = async () =>
    await until("a primary with a synchronous standby and another one", async () => {
      const standbys = await Promise.all(members.map(async (member) => await isNow(member, "replica")));
      const synchronous = await Promise.all(members.map(async (member) => await isNow(member, "synchronous")));
      return (
        (await primaryNow()) !== null &&
        standbys.filter(Boolean).length === MEMBERS - 1 &&
        synchronous.filter(Boolean).length === 1
      );
    });
  const stop = async () => {
    // Patroni first: it would start its server again.
    for (const child of [...running].toReversed()) {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      const force = setTimeout(() => child.kill("SIGKILL"), 20_000);
      await ended;
      clearTimeout(force);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  let lost: Member | null = null;
  try {
    if (account) chownSync(folder, account.uid, account.gid);
    start("etcd", etcdArguments(folder, etcd, peer));
    for (const member of members) startMember(member);
    writeFileSync(join(folder, "haproxy.cfg"), haproxySettings(members, { writing, reading }));
    start("haproxy", ["-db", "-f", join(folder, "haproxy.cfg")]);
    await untilWhole();
    const server = (port: number) => `postgres://postgres:oja@127.0.0.1:${port}`;
    await until("HAProxy", async () => {
      await makeTemplate(server(writing));
      return true;
    });
    return {
      url: `${server(writing)}/${TEMPLATE}`,
      replicaUrl: `${server(reading)}/${TEMPLATE}`,
      async killPrimary() {
        lost = await primaryNow();
        if (!lost) throw new Error("There is no primary to kill.");
        lost.patroni?.kill("SIGKILL");
        const [pid = ""] = readFileSync(join(lost.folder, "postmaster.pid"), "utf8").split("\n");
        process.kill(Number(pid), "SIGKILL");
      },
      promote: async () =>
        await until("a new primary", async () => {
          const now = await primaryNow();
          return now !== null && now !== lost;
        }),
      async rebuild() {
        if (lost) startMember(lost);
        lost = null;
        await untilWhole();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw new Error(`The cluster did not start.\n${output.slice(-4_000)}`, { cause: error });
  }
}

function etcdArguments(folder: string, port: number, peer: number): string[] {
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peer}`];
  const options = {
    "data-dir": join(folder, "etcd"),
    "listen-client-urls": clients,
    "advertise-client-urls": clients,
    "listen-peer-urls": peers,
    "initial-advertise-peer-urls": peers,
    "initial-cluster": `default=${peers}`,
    "log-level": "error",
  };
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
}

function patroniSettings({ name, folder, port, rest }: Member, parent: string, etcd: number): string {
  const [version = ""] = readdirSync(POSTGRESQL).toSorted((a, b) => Number(b) - Number(a));
  const settings = deployFile("patroni.yml", [
    ["name: db1", `name: ${name}`],
    ["10.0.0.1:8008", `127.0.0.1:${rest}`],
    ["10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379", `127.0.0.1:${etcd}`],
    ["10.0.0.1:5432", `127.0.0.1:${port}`],
    ["/var/lib/postgresql/18/oja", folder],
    ["10.0.0.0/24", "127.0.0.1/32"],
    ["password: CHANGE", "password: oja"],
  ]);
  // Only this machine's: no socket in a folder of the system, the installed version.
  return `${settings}  bin_dir: ${join(POSTGRESQL, version, "bin")}
  pgpass: ${join(parent, `${name}.pgpass`)}
  parameters: { unix_socket_directories: "" }
`;
}

function haproxySettings(members: readonly Member[], ports: { writing: number; reading: number }): string {
  return deployFile("haproxy.cfg", [
    ...members.map(({ port, rest }, index): [string, string] => [
      `10.0.0.${index + 1}:5432 check port 8008`,
      `127.0.0.1:${port} check port ${rest}`,
    ]),
    ["127.0.0.1:5000", `127.0.0.1:${ports.writing}`],
    ["127.0.0.1:5001", `127.0.0.1:${ports.reading}`],
  ]);
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function memberThatIs(members: readonly Member[], role: string): Promise<Member | null> {
  for (const member of members) if (await isNow(member, role)) return member;
  return null;
}

/** Whether Patroni's REST API says that a member has a role. */
async function isNow({ rest }: Member, role: string): Promise<boolean> {
  const asked = fetch(`http://127.0.0.1:${rest}/${role}`, { signal: AbortSignal.timeout(2_000) });
  return await asked.then(
    ({ ok }) => ok,
    () => false,
  );
}
