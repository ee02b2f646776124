import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import type { ObjectStoreSettings } from "#app/platform/provider-settings.server.ts";
import type { Fault } from "#tests/fixtures/tcp-proxy.ts";
import type { Answer, Visitor } from "#tests/fixtures/visitor.ts";
import { until } from "../buyers.ts";
import type { SmallDisk } from "./small-disk.ts";
import type { Neighbour, Stage } from "./stage.ts";

/** One fault under buyers. */
export type FaultCase = {
  what: string;
  /** More settings of the shop. */
  settings?: (parts: { bucket: ObjectStoreSettings; disk: SmallDisk | null }) => Record<string, string>;
  /** What is on a small disk of its own. */
  disk?: "database" | "files";
  /** Begins and ends the fault; returns what of the shop was not right meanwhile, as sentences. */
  strike: (stage: Stage) => Promise<string[]>;
  /** How long after it a payment must have started at each process, in ms. */
  backMs?: number;
};

/** Half-open connections end by the shop's limit of silence, and what they locked by that of an idle transaction. */
const SILENCE_BACK_MS = 75_000;

export const FAULT_CASES: readonly FaultCase[] = [
  between("database", "reset", 4_000, "the database resets every connection"),
  between("database", "stall", 10_000, "the database stalls"),
  between("database", { delayMs: 150 }, 8_000, "the database answers 300 ms later"),
  {
    ...between("database", "half-open", 2_000, "the database's connections are half-open"),
    backMs: SILENCE_BACK_MS,
  },
  between("database", { cutAfter: 4_000 }, 5_000, "the database's connections end in the middle of an answer"),
  { what: "PostgreSQL's processes are frozen for 10 s", strike: frozenDatabase },
  { what: "the database's disk is full for 6 s", disk: "database", strike: fullDatabaseDisk },
  between("provider", "reset", 4_000, "the payment provider resets every connection"),
  between("provider", "stall", 12_000, "the payment provider stalls"),
  between("provider", { delayMs: 1_000 }, 8_000, "the payment provider answers 2 s later"),
  between("provider", { cutAfter: 200 }, 4_000, "the payment provider's answers end in the middle"),
  between("provider", "half-open", 4_000, "the payment provider's connections are half-open"),
  between("mail", "refuse", 5_000, "the mail server refuses connections"),
  between("mail", "stall", 8_000, "the mail server stalls"),
  { what: "the mail server's connections are half-open for 4 s", strike: halfOpenMail },
  {
    what: "the picture store stalls for 20 s while pictures are uploaded and read",
    settings: ({ bucket }) => bucketSettings("S3", bucket),
    strike: stalledPictures,
  },
  {
    what: "the backup store refuses connections while a backup is made",
    settings: ({ bucket }) => bucketSettings("BACKUP_S3", bucket),
    strike: refusedBackup,
  },
  {
    what: "the disk of pictures and backups is full",
    disk: "files",
    settings: ({ disk }) => ({ FILES_DIR: `${disk?.folder}/files`, BACKUP_DIR: `${disk?.folder}/backups` }),
    strike: fullFilesDisk,
  },
  { what: "one of two processes is killed (SIGKILL) and started again 3 s later", strike: killedProcess },
  { what: "one of two processes is frozen for 25 s, longer than its locks last", strike: frozenProcess },
  { what: "one of two processes is stopped (SIGTERM) while requests run, and started again", strike: stoppedProcess },
];

/** A fault between the shop and a neighbour for `ms`. */
export function between(neighbour: Neighbour, fault: Fault, ms: number, what: string): FaultCase {
  return {
    what: `${what} for ${ms / 1_000} s`,
    async strike({ proxies }) {
      proxies[neighbour].strike(fault);
      await wait(ms);
      await proxies[neighbour].restore();
      return [];
    },
  };
}

function bucketSettings(prefix: "S3" | "BACKUP_S3", bucket: ObjectStoreSettings): Record<string, string> {
  return {
    [`${prefix}_ENDPOINT`]: bucket.endpoint,
    [`${prefix}_BUCKET`]: bucket.bucket,
    [`${prefix}_REGION`]: bucket.region,
    [`${prefix}_ACCESS_KEY_ID`]: bucket.accessKeyId,
    [`${prefix}_SECRET_ACCESS_KEY`]: bucket.secretAccessKey,
  };
}

async function halfOpenMail({ proxies, received }: Stage): Promise<string[]> {
  await until("a mail", async () => received.length > 0);
  proxies.mail.strike("half-open");
  await wait(4_000);
  await proxies.mail.restore();
  return [];
}

async function frozenDatabase({ freeze }: Stage): Promise<string[]> {
  const thaw = await freeze();
  await wait(10_000);
  thaw();
  return [];
}

async function fullDatabaseDisk({ disk }: Stage): Promise<string[]> {
  disk?.fill();
  await wait(6_000);
  disk?.free();
  return [];
}

async function stalledPictures({ market, owner: signIn, proxies }: Stage): Promise<string[]> {
  const owner = await signIn();
  const before = await upload(owner);
  const address = String(before.json["address"]);
  proxies.store.strike("stall");
  const [stored, read] = await Promise.all([upload(owner), owner.get(address), market.sell(10), wait(20_000)]);
  await proxies.store.restore();
  const [again, readAgain] = [await upload(owner), await owner.get(address)];
  return unmet({
    "a picture was stored before": before.status === 200,
    "an upload says what to do": isUploadRefusal(stored),
    "a picture is answered with 503": read.status === 503,
    "the next upload works": again.status === 200,
    "the next picture is read": readAgain.status === 200,
  });
}

async function refusedBackup(stage: Stage): Promise<string[]> {
  const { market, proxies, folders } = stage;
  const owner = await stage.owner();
  await untilBackup(stage, null);
  proxies.store.strike("refuse");
  await backUp(owner);
  const error = await untilBackup(stage, "failed");
  await market.sell(5);
  const remains = folders.flatMap((folder) => readdirSync(folder).filter((name) => /^oja-.*\.oja/.test(name)));
  await proxies.store.restore();
  await backUp(owner);
  await untilBackup(stage, null);
  return unmet({
    "the backup's sentence names the store": /^The backup store .* does not answer/.test(error ?? ""),
    "nothing of it is left": remains.length === 0,
  });
}

async function fullFilesDisk(stage: Stage): Promise<string[]> {
  const { market, disk } = stage;
  if (!disk) return [];
  const owner = await stage.owner();
  await untilBackup(stage, null);
  disk.fill();
  const refused = await upload(owner);
  await backUp(owner);
  const error = await untilBackup(stage, "failed");
  await market.sell(10);
  const names = readdirSync(disk.folder, { recursive: true, encoding: "utf8" });
  disk.free();
  const accepted = await upload(owner);
  await backUp(owner);
  await untilBackup(stage, null);
  return unmet({
    "an upload says what to do": isUploadRefusal(refused),
    "the backup's sentence says that the disk is full": error?.startsWith("The disk is full") ?? false,
    "nothing half written is left": !names.some((name) => /\.(tmp|part)/.test(name)),
    "the next upload works": accepted.status === 200,
  });
}

async function killedProcess({ market }: Stage): Promise<string[]> {
  await market.shops[1]?.kill();
  await wait(3_000);
  await market.startAgain(1);
  return [];
}

async function frozenProcess({ market }: Stage): Promise<string[]> {
  const pid = market.shops[1]?.pid ?? 0;
  process.kill(pid, "SIGSTOP");
  await wait(25_000);
  process.kill(pid, "SIGCONT");
  return [];
}

async function stoppedProcess({ market, proxies }: Stage): Promise<string[]> {
  const { failures } = market;
  // Requests take a second, so that some are running.
  proxies.database.strike({ delayMs: 25 });
  await wait(2_000);
  await market.shops[1]?.stop();
  await proxies.database.restore();
  // A request that the process took is answered; the next ones find no listener.
  const broken = Object.keys(failures()).filter((answer) => /^(?!ECONNREFUSED)[A-Z]/.test(answer));
  await market.startAgain(1);
  return broken.map((answer) => `a request in flight ended with ${answer}`);
}

let pictures = 0;

/** Uploads a picture of its own. */
async function upload(owner: Visitor): Promise<Answer> {
  const background = { r: (pictures += 1), g: 80, b: 40 };
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "picture.jpg");
  body.set("upload_preset", "products");
  return await owner.send("/api/uploads", { method: "POST", body, headers: { Origin: owner.base } });
}

function isUploadRefusal({ status, json }: Answer): boolean {
  return status === 503 && String(json["message"]).startsWith("Image upload failed. ");
}

async function backUp(owner: Visitor): Promise<void> {
  // A backup is named by its second.
  await wait(1_100);
  const { status, text } = await owner.form("/admin/health", { intent: "backup" });
  if (status !== 200) throw new Error(`'Back up now' was answered with ${status}: ${text.slice(0, 200)}`);
}

/** Waits for the end of the last backup as it should be; returns its sentence. */
async function untilBackup({ sql }: Stage, wanted: null | "failed"): Promise<string | null> {
  let error: string | null = null;
  await until(`a backup that ${wanted ?? "is made"}`, async () => {
    const [state] = await sql("select value from shop_state where key = 'backup'");
    if (!state) return false;
    const value = (typeof state["value"] === "string" ? JSON.parse(state["value"]) : state["value"]) as Ended;
    error = value.error;
    return (error === null) === (wanted === null);
  });
  return error;
}

type Ended = { error: string | null };

/** The sentences that do not hold. */
function unmet(sentences: Record<string, boolean>): string[] {
  return Object.keys(sentences).filter((sentence) => !sentences[sentence]);
}
