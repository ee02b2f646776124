// `npm run compose:test`: the guide of a server with containers, by Docker's compose plugin. See HELP.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { account, retried } from "./account.ts";
import { answers, call } from "./call.ts";
import { containerBlock, inlineCommands } from "./guide.ts";

const HELP = `Usage: npm run compose:test

Runs the commands of docs/guides/operate.md for a server with containers, as they stand there, on a clone of this folder's
files: secrets, settings, start, an account with its mail, an admin, a paid order behind TLS, the log, a backup, an upgrade
and a restore on a new server. Needs git, curl, ports 80 and 443, Docker with its compose plugin (2.24) and a registry (or the
images node, postgres and caddy on this machine). COMPOSE_COMMAND names another command with the same words. Everything
has a name of its own and is removed at the end. Says 'skipped' with the reason where it cannot run.

Not the guide's: the name is shop.localhost, whose certificate is of Caddy's own authority; keys are the payment
sandbox's; mails go to a container that prints them.`;

const ROOT = join(import.meta.dirname, "../..");
const COMPOSE = process.env["COMPOSE_COMMAND"] || "docker compose";
const NAME = `oja-test-${process.pid}`;
const HOST = "shop.localhost";
const SANDBOX = "http://127.0.0.1:3001";
const SECRET_KEY = `sk_test_sandbox${"a".repeat(32)}`;
const READY = retried(`curl --fail --silent --cacert ../root.crt https://${HOST}/readyz > /dev/null`);

const PRODUCTS = "name,category,price,stock,minimum order\nBag of rice,Grains,45000,100,1\n";

/** What differs from a real shop, where an operator's own settings are too. */
const OVERRIDE = `services:
  shop:
    image: !reset null
    environment:
      PAYSTACK_API_URL: ${SANDBOX}
      PAYSTACK_INLINE_URL: ${SANDBOX}/v2/inline.js
      PAYSTACK_CHECKOUT_ORIGIN: ${SANDBOX}
  proxy:
    networks: { default: { aliases: [${HOST}] } }
  mails:
    image: node:24-bookworm-slim
    init: true
    volumes: ["./tests/fixtures/mail-sink.ts:/mail-sink.ts:ro"]
    command:
      - node
      - --eval
      - |
        const show = (text) => console.log(text.replaceAll("=\\r\\n", "").replaceAll("\\r", "").replaceAll("=3D", "="));
        import("/mail-sink.ts").then((sink) => sink.startMailSink({ host: "0.0.0.0", port: 2525, show }));
`;

if (process.argv.includes("--help")) console.log(HELP);
else {
  const reason = await whyNoCompose();
  if (reason) console.log(`skipped: ${reason}`);
  else await testCompose();
}

async function whyNoCompose(): Promise<string | undefined> {
  // `ps` asks the engine too; `version` does not.
  const [command = "", ...words] = `${COMPOSE} --project-name ${NAME} ps`.split(" ");
  if (!answers(command, ...words)) return "no compose";
  for (const name of ["git", "curl"]) if (!answers(name, "--version")) return `not installed: ${name}`;
  for (const port of [80, 443]) if (!(await isFree(port))) return `port ${port} is in use`;
  return undefined;
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** Runs lines of a shell in the clone, which must succeed, and returns what they printed. */
type Run = (lines: string, input?: string) => string;

async function testCompose(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "oja-compose-"));
  const [origin, shop] = [join(folder, "origin"), join(folder, "shop")];
  // Settings come from the guide's lines alone.
  const { SHOP_HOST: _host, MAIL_FROM: _from, PAYSTACK_PUBLIC_KEY: _key, ...rest } = process.env;
  const env = { ...rest, COMPOSE_PROJECT_NAME: NAME };
  const run: Run = (lines, input = "") => call("sh", ["-ec", ownWords(lines)], { cwd: shop, env, input });
  // Ctrl+C ends the command that runs, which ends the test with its cleaning up.
  process.on("SIGINT", () => {});
  const down = () => run("docker compose down --volumes --rmi local --timeout 40");
  try {
    copyRepository(origin);
    call("git", ["clone", "--quiet", origin, shop]);
    step("secrets, settings");
    writeSettings(run, shop);
    step("building and starting");
    run(inline(/^docker compose up -d --build$/));
    untilReady(run);
    await follow(inline(/^docker compose logs -f shop$/), { cwd: shop, env });
    checkAddresses(run);
    step("an account, its mail, an admin, a paid order behind TLS");
    const admin = becomeAdmin(run);
    const findOrder = `${admin.read("/admin/orders")} | grep -q 'Adaeze Obi'`;
    writeFileSync(join(shop, "products.csv"), PRODUCTS);
    run(inline(/^docker compose cp products\.csv shop:\/data$/));
    run(inline(/^docker compose exec shop node scripts\/import\.ts \/data\/products\.csv --apply$/));
    run("docker compose exec -d shop node scripts/sandbox.ts");
    const order = purchase(run);
    run(findOrder);
    step("the log, a backup");
    checkLog(run);
    run("docker compose exec shop node scripts/backup.ts /backups/by-hand.oja");
    run(retried("[ $(docker compose exec shop ls /backups | grep -c '\\.oja$') -ge 2 ]"));
    run(inline(/^docker compose cp shop:\/backups \.$/));
    step(`fetched ${readdirSync(join(shop, "backups")).join(", ")}`);
    step("an upgrade");
    upgrade(run, origin);
    purchase(run, order);
    run(findOrder);
    step("a new server");
    run("docker compose down --volumes --timeout 40; cp backups/by-hand.oja newest.oja");
    run(containerBlock("restore"));
    run(inline(/^docker compose up -d --build$/));
    untilReady(run);
    purchase(run, order);
    checkImage(run);
    step("the order is there. passed");
  } catch (error) {
    if (existsSync(shop)) attempt(() => console.error(run("docker compose ps --all; docker compose logs --tail 60")));
    throw error;
  } finally {
    attempt(down);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files of this folder, also those that are not committed, as the repository that the guide clones. */
function copyRepository(to: string): void {
  const listed = call("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  for (const name of listed.split("\0"))
    if (name && existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(to, name), { recursive: true });
  call("git", ["init", "--quiet"], { cwd: to });
  commit(to);
}

function commit(folder: string): void {
  call("git", ["add", "--all"], { cwd: folder });
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  call("git", [...author, "commit", "--quiet", "--message", "Version"], { cwd: folder });
}

function writeSettings(run: Run, shop: string): void {
  const secrets = containerBlock("secrets")
    .replace("sk_live_...", SECRET_KEY)
    .replace("smtps://user:password@mail.example:465", "smtp://mails:2525");
  run(secrets);
  writeFileSync(join(shop, "compose.override.yaml"), OVERRIDE);
  const lines = ["SHOP_HOST", "MAIL_FROM", "PAYSTACK_PUBLIC_KEY"].map((name) => inline(new RegExp(`^${name}=`)));
  const write = (some: string[]) =>
    writeFileSync(join(shop, ".env"), ownWords(some.join("\n")).replace("pk_live_...", "pk_test_sandbox"));
  for (const line of lines) {
    write(lines.filter((other) => other !== line));
    const [name = ""] = line.split("=");
    const refusal = refused(() => run("docker compose up -d"));
    if (!refusal.includes(`${name} is missing a value`)) throw new Error(`Without ${name} it says:\n${refusal}`);
  }
  write(lines);
}

function untilReady(run: Run): void {
  run(retried("docker compose cp proxy:/data/caddy/pki/authorities/local/root.crt ../root.crt 2> /dev/null"));
  run(READY);
}

function checkAddresses(run: Run): void {
  const redirect = run(
    `curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' http://${HOST}/products`,
  );
  if (redirect !== `308 https://${HOST}/products`) throw new Error(`http answers ${redirect}`);
  for (const name of ["shop", "database"]) run(retried(`docker compose ps ${name} | grep -q '(healthy)'`));
}

function becomeAdmin(run: Run) {
  const you = account(`https://${HOST}`, "../root.crt", "../jar");
  run(you.signUp);
  run(you.confirm("docker compose logs mails"));
  run(inline(/^docker compose exec shop node scripts\/admin\.ts you@example\.com$/));
  run(you.signIn);
  run(`${you.read("/admin")} > /dev/null`);
  return you;
}

/** Buys through the proxy, or finds the order of `checkout`; returns the id of the checkout. */
function purchase(run: Run, checkout = ""): string {
  run("docker compose exec -T shop sh -c 'cat > /tmp/root.crt' < ../root.crt");
  if (!checkout) run(retried(`docker compose exec shop node --eval "fetch('${SANDBOX}')" 2> /dev/null`));
  const script = readFileSync(join(ROOT, "scripts", "purchase.mjs"), "utf8");
  const words = [`https://${HOST}`, SANDBOX, SECRET_KEY, "rice", checkout];
  const node = "NODE_EXTRA_CA_CERTS=/tmp/root.crt shop node --input-type=module -";
  return run(`docker compose exec -T -e ${node} ${words.join(" ")}`, script);
}

function checkLog(run: Run): void {
  const lines = run(inline(/^docker compose logs --no-log-prefix shop$/)).split("\n");
  const paths = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => (JSON.parse(line) as { path?: string }).path);
  if (!paths.includes("/checkout/start")) throw new Error(`The log has no line of the purchase:\n${lines.join("\n")}`);
}

/** What an operator has beside the sources is not in the image. */
function checkImage(run: Run): void {
  const found = run("docker compose exec shop ls -A").match(/^(backups|secrets|\.env|.*\.(oja|csv)|compose.*)$/gm);
  if (found) throw new Error(`The image has ${found.join(", ")}.`);
}

function upgrade(run: Run, origin: string): void {
  const container = run("docker compose ps --quiet shop");
  appendFileSync(join(origin, "README.md"), "\nThe next version.\n");
  commit(origin);
  run(inline(/^git pull && docker compose up -d --build$/));
  if (run("docker compose ps --quiet shop") === container) throw new Error("The shop is the one of before.");
  run(READY);
}

/** The only command among the guide's sentences that matches. */
function inline(pattern: RegExp): string {
  const found = new Set(inlineCommands(pattern));
  if (found.size !== 1) throw new Error(`The guide has ${found.size} commands like ${pattern}.`);
  return [...found].join("");
}

/** A command that does not end by itself, until it prints what the shop says once it is open. */
async function follow(command: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<void> {
  const child = spawn("sh", ["-ec", `exec ${ownWords(command)}`], { ...options, stdio: ["ignore", "pipe", "ignore"] });
  const timer = setTimeout(() => child.kill(), 60_000);
  let printed = "";
  child.stdout.on("data", (text) => {
    printed += String(text);
    if (printed.includes("Oja is open")) child.kill("SIGINT");
  });
  await once(child, "exit");
  clearTimeout(timer);
  if (!printed.includes("Oja is open")) throw new Error(`${command} does not show the start:\n${printed}`);
}

function ownWords(text: string): string {
  return text.replaceAll("docker compose", COMPOSE).replaceAll("shop.example", HOST);
}

function refused(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  throw new Error("It was not refused.");
}

function attempt(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    console.error(error);
  }
}

function step(what: string): void {
  console.log(`compose:test: ${Math.round(process.uptime())} s: ${what}`);
}
