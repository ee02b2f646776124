// `npm run server:test`: the guide of a server without containers, on a Debian of its own. See HELP.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { account, retried } from "./server/account.ts";
import { inlineCommands, serverBlock } from "./server/guide.ts";
import { type Machine, makeDebian, startMachine, whyNoMachine } from "./server/machine.ts";

const HELP = `Usage: npm run server:test [-- SUITE]

Runs the commands of docs/guides/operate.md for a server without containers, as they stand there, on a minimal Debian
(bookworm, or SUITE, such as trixie) with systemd as its first process and a network of its own: programs, secrets,
certificate, proxy and two processes; a rehearsal with mails, an admin, an import and a paid order behind TLS; an upgrade
under visitors; a killed process, a renewed certificate, a restore, a trial beside the shop, Caddy, a restart of the machine.
Needs root, Debian's mmdebstrap and slirp4netns, and a mirror of Debian; says 'skipped' with the reason where they are not.

Not the guide's: keys of Paystack are made up, the certificate's authority is Debian's pebble on the machine itself, and
where nodejs.org is not reached, Node comes from node_modules.`;

const ROOT = join(import.meta.dirname, "..");
const READY = (port: number) => retried(`curl --fail --silent http://127.0.0.1:${port}/readyz`);
const KEY = "a".repeat(40);
const TRUST = { NODE_EXTRA_CA_CERTS: "/var/lib/authority.pem" };
const ORIGIN = "https://shop.example";

/** The certificate's authority that the server asks instead of Let's Encrypt, on loopback like the shop's name. */
const AUTHORITY = `
cd /var/lib
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout pebble.key -out pebble.crt 2> /dev/null
chmod 644 pebble.crt
echo '127.0.0.1 localhost shop.example' > /etc/hosts
cat > pebble.json <<END
{"pebble":{"listenAddress":"127.0.0.1:14000","managementListenAddress":"127.0.0.1:15000","certificate":"/var/lib/pebble.crt",
"privateKey":"/var/lib/pebble.key","httpPort":80,"tlsPort":443,"ocspResponderURL":"","externalAccountBindingRequired":false}}
END
systemd-run --quiet --unit=pebble --setenv=PEBBLE_VA_NOSLEEP=1 --setenv=PEBBLE_WFE_NONCEREJECT=0 pebble -config /var/lib/pebble.json
mkdir -p /etc/letsencrypt
printf 'server = https://localhost:14000/dir\\nno-verify-ssl = true\\n' > /etc/letsencrypt/cli.ini
until curl --silent --fail --insecure https://localhost:15000/roots/0 > authority.pem; do sleep 0.2; done
chmod 644 authority.pem`;

/** Asks through the proxy until there is a file, and prints how often each status came. */
const VISITOR = `
const seen = {};
while (!require("node:fs").existsSync("/root/over")) {
  const seenNow = await fetch("${ORIGIN}/products?page=1").then(async (answer) => { await answer.text(); return answer.status; }, String);
  seen[seenNow] = (seen[seenNow] ?? 0) + 1;
  await new Promise((done) => setTimeout(done, 20));
}
console.log(JSON.stringify(seen));`;

if (process.argv.includes("--help")) console.log(HELP);
else {
  const reason = whyNoMachine();
  if (reason) console.log(`skipped: ${reason}`);
  else await testServer(process.argv[2] ?? "bookworm");
}

async function testServer(suite: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "oja-server-"));
  const root = join(folder, "root");
  let machine: Machine | undefined;
  try {
    step("making the release");
    const release = makeRelease(join(folder, "release"));
    step(`making a minimal Debian (${suite})`);
    makeDebian(root, suite);
    cpSync(join(folder, "release"), join(root, "root"), { recursive: true });
    machine = await startMachine(root);
    await install(machine, root, release);
    await openShop(machine);
    const order = await rehearse(machine);
    await upgrade(machine, order);
    await survive(machine, order);
    await restore(machine, order);
    await endRehearsal(machine);
    step("restarting the machine");
    await machine.stop();
    machine = await startMachine(root);
    for (const port of [3000, 3010]) await machine.run(READY(port));
    await machine.run("curl --fail --silent --cacert /var/lib/authority.pem https://shop.example/ > /dev/null");
    await machine.run("systemctl stop oja@3000 oja@3010");
    await expectStopped(machine, 3000, 3010);
    step("both processes came back by themselves and stopped with SIGTERM. passed");
  } catch (error) {
    if (machine) console.error(await machine.run("journalctl --no-pager --lines 60 -o cat").catch(String));
    throw error;
  } finally {
    await machine?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the release to a folder and returns its version. */
function makeRelease(folder: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/release.ts", folder], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return /^oja-([\d.]+)-/.exec(readdirSync(folder).find((name) => name.endsWith(".tar.gz")) ?? "")?.[1] ?? "";
}

async function install({ run }: Machine, root: string, release: string): Promise<void> {
  step("programs, user, release");
  for (const line of serverBlock("programs").replaceAll("0.2.0", release).trim().split("\n")) {
    const isReached = !line.startsWith("curl ") || (await succeeds(run("curl --head --fail https://nodejs.org/dist/")));
    if (isReached) await run(line);
    else {
      step("nodejs.org is not reached: Node of node_modules in its place");
      const node = join(ROOT, "node_modules", `node-${process.platform}-${process.arch}`);
      for (const name of ["bin", "include", "share"])
        cpSync(join(node, name), join(root, "usr/local", name), { recursive: true });
    }
  }
  step("secrets, settings");
  await run(serverBlock("secrets").replaceAll("sk_live_...", `sk_live_${KEY}`));
  writeFileSync(join(root, "etc/oja/oja.env"), serverBlock("settings").replaceAll("pk_live_...", `pk_live_${KEY}`));
  const [chown = "exit 1"] = inlineCommands(/^chown root:oja \/etc\/oja\/oja\.env/);
  await run(chown);
}

async function openShop({ run }: Machine): Promise<void> {
  step("certificate, nginx, two processes");
  await run(AUTHORITY);
  await run(serverBlock("processes"));
  await run("systemd-analyze verify --man=no /etc/systemd/system/oja@.service");
}

/** Rehearses up to a paid order, whose checkout's id is returned. */
async function rehearse(machine: Machine): Promise<string> {
  const { run } = machine;
  step("rehearsal: sandbox and mails");
  await run("apt-get install --yes --no-install-recommends python3-aiosmtpd jq");
  await run(
    `cat > mails.sh <<'END'\n${serverBlock("mails")}END\nsystemd-run --quiet --unit=oja-mails sh /root/mails.sh`,
  );
  await run(serverBlock("rehearsal"));
  for (const port of [3000, 3010]) await run(READY(port));
  step("an account, its mail, an admin, an import, a paid order behind TLS");
  const you = account(ORIGIN, "/var/lib/authority.pem");
  await run(you.signUp);
  await run(you.confirm("journalctl -u oja-mails -o cat"));
  const [admin = "exit 1"] = inlineCommands(/^oja admin you@example\.com$/);
  await run(admin);
  await run(you.signIn);
  await run(`${you.read("/admin/orders")} | grep -q Orders`);
  await run(`printf 'name,category,price,stock,minimum order\\nBag of rice,Grains,45000,100,1\\n' > /var/lib/oja/products.csv
    oja import /var/lib/oja/products.csv --apply`);
  return await purchase(machine);
}

/** Buys through the proxy, or finds the order of `checkout`; returns the id of the checkout. */
async function purchase({ run }: Machine, checkout = ""): Promise<string> {
  const { PAYSTACK_SECRET_KEY: key = "" } = parseEnv(await run("cat /etc/oja/oja.env"));
  const words = [ORIGIN, "http://127.0.0.1:3001", key, "rice", checkout];
  return await run(`node /opt/oja/scripts/purchase.mjs ${words.join(" ")}`, TRUST);
}

async function upgrade(machine: Machine, order: string): Promise<void> {
  step("an upgrade while visitors come");
  const { run } = machine;
  await run(
    "for file in oja-*-linux-x64.tar.gz; do mv $file oja-0.3.0-linux-x64.tar.gz; done; sha256sum oja-* > SHA256SUMS",
  );
  await run(`cat > visitor.cjs <<'END'\n(async () => {${VISITOR}})();\nEND`);
  const visitor = run("node visitor.cjs", TRUST);
  visitor.catch(() => {});
  await run(serverBlock("upgrade"));
  await run(READY(3000));
  await run("sleep 5");
  await run(serverBlock("second process"));
  await run(READY(3010));
  await run("touch over");
  const seen = await visitor;
  if (!/^\{"200":\d+\}$/.test(seen)) throw new Error(`Visitors saw ${seen}`);
  step(`visitors saw ${seen}`);
  await purchase(machine, order);
}

async function survive(machine: Machine, order: string): Promise<void> {
  step("a killed process, a renewed certificate, the log, the settings of a pooler");
  const { run } = machine;
  await run("systemctl kill --signal=KILL oja@3000; sleep 1");
  await run(READY(3000));
  const serial = "openssl s_client -connect shop.example:443 < /dev/null 2> /dev/null | openssl x509 -noout -serial";
  const before = await run(serial);
  await run("certbot renew --force-renewal --no-random-sleep-on-renew");
  await run(`for try in $(seq 50); do [ "$(${serial})" != "${before}" ] && exit 0; sleep 0.2; done; exit 1`);
  const filters = inlineCommands(/^jq -R/);
  if (filters.length !== 2) throw new Error("The guide has two filters of the log.");
  const lines = "journalctl -u 'oja@*' -o cat";
  const id = await run(`${lines} | jq -rR 'fromjson? | select(.path == "/checkout/start") | .request' | head -1`);
  for (const filter of filters) {
    const found = await run(`${lines} | ${filter.replace('"ID"', `"${id}"`)}`);
    if (filter.includes("ID") !== found.includes("/checkout/start")) throw new Error(`${filter} shows ${found}`);
  }
  await run(
    `cat > pooler.sql <<'END'\n${serverBlock("pooler")}END\nchmod 644 pooler.sql; runuser -u postgres -- psql -v ON_ERROR_STOP=1 < pooler.sql`,
  );
  await purchase(machine, order);
}

async function restore(machine: Machine, order: string): Promise<void> {
  const { run } = machine;
  step("a trial of the backup beside the shop");
  await run("oja backup /var/backups/oja/by-hand.oja; cp /var/backups/oja/by-hand.oja newest.oja");
  await run(serverBlock("trial"));
  await run(READY(3020));
  await run("curl --silent --fail 'http://127.0.0.1:3020/products' | grep -q 'Bag of rice'");
  await run(serverBlock("end of the trial"));
  step("a restore into an empty database");
  await run("systemctl stop oja@3000 oja@3010");
  await expectStopped(machine, 3000, 3010);
  const [database = "exit 1"] = /runuser .*(?= &&)/.exec(serverBlock("end of the rehearsal")) ?? [];
  await run(database);
  await run("rm -r /var/lib/oja/files");
  await run(serverBlock("restore"));
  await run("systemctl start oja@3000 oja@3010");
  for (const port of [3000, 3010]) await run(READY(port));
  await purchase(machine, order);
}

async function endRehearsal(machine: Machine): Promise<void> {
  const { run } = machine;
  step("the end of the rehearsal, then Caddy in nginx's place");
  await run(serverBlock("end of the rehearsal"));
  for (const port of [3000, 3010]) await run(READY(port));
  const contents = await run("oja backup /var/backups/oja/empty.oja");
  if (!contents.includes(" 0 products, 0 orders, 0 users"))
    throw new Error("The shop still has rows of the rehearsal.");
  // As in a terminal, where the lines after one that fails are run.
  await run(`set +e\n${serverBlock("end of the rehearsal")}test -e /var/backups/oja/empty.oja`);
  await run(serverBlock("caddy"));
  await run(`printf '{\\n\\tacme_ca https://localhost:14000/dir\\n\\tacme_ca_root /var/lib/pebble.crt\\n}\\n' | cat - /etc/caddy/Caddyfile > with-authority
    cat with-authority > /etc/caddy/Caddyfile; systemctl restart caddy`);
  await run(retried(`curl --silent --fail --cacert /var/lib/authority.pem ${ORIGIN}/ > /dev/null`));
}

async function expectStopped({ run }: Machine, ...ports: number[]): Promise<void> {
  for (const port of ports) {
    const state = await run(`systemctl show oja@${port} --property=ActiveState,Result,ExecMainStatus`);
    for (const line of ["ActiveState=inactive", "Result=success", "ExecMainStatus=0"])
      if (!state.includes(line)) throw new Error(`oja@${port} did not stop by itself: ${state}`);
  }
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    () => true,
    () => false,
  );
}

function step(what: string): void {
  console.log(`server:test: ${Math.round(process.uptime())} s: ${what}`);
}
