import { formatCount } from "#app/lib/money.ts";
import type { BackupFigures, HealthFigures } from "./figures.ts";
import { judgeListings } from "./listings-entry.ts";
import { ageText, bytesText } from "./texts.ts";

/** `off`: not set up, which is no fault. `warning`: look at it soon. `failed`: it does not work now. */
export type HealthState = "good" | "off" | "warning" | "failed";

type Judged = {
  state: HealthState;
  /** How it is, and what to do about it. */
  text: string;
  todo?: string;
  /** When it became so, where the figures say it. */
  since?: Date;
};

/** A part of the shop, judged. `isCounted`: the overview counts its problems elsewhere. */
export type HealthEntry = { part: string; title: string; isCounted: boolean } & Judged;

type Rule = { part: string; title: string; isCounted?: boolean; judge: (figures: HealthFigures) => Judged | null };

/** The parts in the order of the page; one that answers null is not shown. */
const RULES: readonly Rule[] = [
  { part: "database", title: "Database", judge: judgeDatabase },
  { part: "replica", title: "Replica", judge: judgeReplica },
  { part: "listener", title: "Notifications", judge: judgeListener },
  { part: "listings", title: "Listings", judge: judgeListings },
  { part: "jobs", title: "Jobs", isCounted: true, judge: judgeJobs },
  { part: "mail", title: "Mail", isCounted: true, judge: judgeMail },
  { part: "provider", title: "Payment provider", judge: judgeProvider },
  { part: "storage", title: "Picture storage", judge: judgeStorage },
  { part: "backups", title: "Backups", judge: judgeBackups },
  { part: "disk", title: "Disk", judge: judgeDisks },
];

/** Every part of the shop with its state. */
export function healthEntries(figures: HealthFigures): HealthEntry[] {
  return RULES.flatMap(({ part, title, isCounted = false, judge }) => {
    const judged = judge(figures);
    return judged ? [{ part, title, isCounted, ...judged }] : [];
  });
}

/** Mails and due jobs that wait this long are stuck. */
export const STUCK_AFTER_S = 300;
/** An answer that takes this long is felt on every page. */
const SLOW_MS = 1_000;
const HOUR_S = 3_600;
const DAY_S = 86_400;
/** A night was missed: a day, and what a backup may take. */
const OLD_AFTER_S = 30 * HOUR_S;
/** The weekly test was missed. */
const UNTESTED_AFTER_S = 9 * DAY_S;
const LOW_DISK = { warning: { share: 0.1, bytes: 2e9 }, failed: { share: 0.02, bytes: 3e8 } };

const UNKNOWN: Judged = { state: "warning", text: "Unknown while the database does not answer." };

function judgeDatabase({ database }: HealthFigures): Judged {
  const { kind, answer_ms } = database;
  const name = kind === "pglite" ? "The embedded database" : "PostgreSQL";
  if (answer_ms === null)
    return {
      state: "failed",
      text: `${name} does not answer: nothing can be sold.`,
      todo: "Check that the database server runs and can be reached; the shop connects again by itself.",
    };
  if (answer_ms > SLOW_MS)
    return {
      state: "warning",
      text: `${name} answers slowly (${formatCount(answer_ms)} ms).`,
      todo: "See what else runs on its machine, and whether its disk is full.",
    };
  return { state: "good", text: `${name} answers.` };
}

function judgeReplica({ replica }: HealthFigures): Judged | null {
  if (!replica) return null;
  const instead = "The primary answers public pages instead.";
  if (replica.problem === "silent")
    return {
      state: "warning",
      text: `The replica does not answer. ${instead}`,
      todo: "Check that its server runs and can be reached at DATABASE_REPLICA_URL; the shop connects again by itself.",
    };
  if (replica.problem === "other")
    return {
      state: "failed",
      text: `The replica is no standby of this database. ${instead}`,
      todo: "Set DATABASE_REPLICA_URL to a standby of the server of DATABASE_URL, and start the shop again.",
    };
  if (replica.problem === "late")
    return {
      state: "warning",
      text: `The replica is ${replica.age_s === null ? "far" : ageText(replica.age_s)} behind. ${instead}`,
      todo: "See whether it still follows the primary (pg_stat_replication), and what else runs on its machine.",
    };
  if (replica.problem === "unknown" || replica.age_s === null)
    return {
      state: "warning",
      text: `It is not known whether the replica has what the primary has. ${instead}`,
      todo: "If it lasts, see whether the role of DATABASE_URL may call pg_control_system() and pg_last_wal_replay_lsn().",
    };
  return { state: "good", text: "The replica has what the primary has, and answers public pages." };
}

function judgeListener({ listener }: HealthFigures): Judged {
  if (listener.is_up) return { state: "good", text: "Changes of prices, stock and orders reach this process." };
  return {
    state: "failed",
    text: "Changes do not reach this process: pages may show old prices until they do.",
    todo: "The shop connects again by itself. If it lasts, check that DATABASE_URL leads to PostgreSQL itself and not to a pooler.",
  };
}

function judgeJobs({ at, jobs }: HealthFigures): Judged {
  if (!jobs) return UNKNOWN;
  if (jobs.late > 0)
    return {
      state: "failed",
      text: `${counted(jobs.late, "job waits", "jobs wait")}, the oldest for ${ageText(jobs.oldest_s)}.`,
      todo: "Check that the shop's processes run, then look at Failures.",
      since: new Date(at.getTime() - jobs.oldest_s * 1_000),
    };
  if (jobs.failing > 0)
    return {
      state: "warning",
      text: `${counted(jobs.failing, "job fails and is", "jobs fail and are")} tried again.`,
      todo: "Look at Failures for the reason.",
    };
  return { state: "good", text: "Every job runs when it is due." };
}

function judgeMail({ at, mails, mail_is_set_up }: HealthFigures): Judged {
  if (!mails) return UNKNOWN;
  const { waiting, failing, oldest_s } = mails;
  const since = new Date(at.getTime() - oldest_s * 1_000);
  if (!mail_is_set_up)
    return waiting > 0
      ? {
          state: "failed",
          text: `No mail server is set up: ${counted(waiting, "message waits", "messages wait")}.`,
          todo: "Set SMTP_URL and MAIL_FROM, and start the shop again. No message is lost.",
          since,
        }
      : { state: "off", text: "No mail server is set up.", todo: "Set SMTP_URL and MAIL_FROM before the first order." };
  if (oldest_s > STUCK_AFTER_S)
    return {
      state: "failed",
      text: `${counted(waiting, "message waits", "messages wait")}, the oldest for ${ageText(oldest_s)}.`,
      todo: "Look at Failures for the answer of the mail server. Messages are tried again; none is lost.",
      since,
    };
  if (failing > 0)
    return {
      state: "warning",
      text: `${counted(failing, "message was", "messages were")} refused once and will be tried again.`,
      todo: "Look at Failures for the answer of the mail server.",
    };
  return {
    state: "good",
    text: waiting > 0 ? `${counted(waiting, "message is", "messages are")} on the way.` : "No message waits.",
  };
}

function judgeProvider({ provider, unmatched_payments }: HealthFigures): Judged {
  const { mode, answered_at, failing_since, problem } = provider;
  if (mode === "off")
    return {
      state: "failed",
      text: "No payment provider is set up: nobody can pay.",
      todo: "Set PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY, and start the shop again.",
    };
  if (failing_since && problem === "refused")
    return {
      state: "failed",
      text: "Paystack refuses the shop's key: nobody can pay.",
      todo: "Compare PAYSTACK_SECRET_KEY with the key in the Paystack dashboard.",
      since: failing_since,
    };
  if (failing_since)
    return {
      state: "failed",
      text: "Paystack does not answer. Payments that were begun are asked for again until it does.",
      todo: "See status.paystack.com, and whether this server reaches the internet.",
      since: failing_since,
    };
  if (unmatched_payments)
    return {
      state: "warning",
      text: `Money came in that belongs to no order (${counted(unmatched_payments, "payment", "payments")}).`,
      todo: "Look at Payments.",
    };
  const names = {
    live: "Paystack",
    test: "Paystack, with test keys: no real money,",
    sandbox: "The sandbox: no real money. It",
  };
  return {
    state: "good",
    text: answered_at ? `${names[mode]} answers.` : `${names[mode]} was not asked since the start.`,
  };
}

function judgeStorage({ storage }: HealthFigures): Judged {
  const { where, error } = storage;
  if (error === null) return { state: "good", text: `Pictures are stored in ${where}.` };
  return {
    state: "failed",
    text: `Pictures cannot be stored in ${where}: ${error}.`,
    todo: "Products keep the pictures that they have. Check the folder's owner and space, or the settings S3_....",
  };
}

function judgeBackups({ at, backups }: HealthFigures): Judged {
  if (!backups)
    return {
      state: "off",
      text: "The shop makes no backups by itself.",
      todo: "Set BACKUP_DIR to a folder on another disk, or BACKUP_S3_... to a bucket, and start the shop again: it then makes one every night.",
    };
  return (
    judgeNewest(backups) ??
    judgeTest(backups, at) ??
    judgeLast(backups) ?? {
      state: "good",
      text: `The newest backup is ${ageText(backups.age_s ?? 0)} old; ${backups.test ? "the last restore test succeeded" : "its first restore test comes with the week"}.`,
    }
  );
}

const RETRY = "Then press 'Back up now'.";

function judgeNewest({ age_s, list_error, last, running_since, stored }: BackupFigures): Judged | null {
  if (list_error !== null)
    return { state: "failed", text: list_error, todo: "Until this is mended, no new backup is stored." };
  const why = last?.error ? ` The last try failed: ${last.error}` : "";
  if (age_s === null && running_since)
    return { state: "warning", text: `There is no backup yet.${why}`, todo: "One is being made now." };
  if (age_s === null)
    return {
      state: last?.error ? "failed" : "warning",
      text: `There is no backup yet.${why}`,
      todo: last?.error ? `Mend that. ${RETRY}` : "Press 'Back up now', or wait for the night.",
    };
  if (age_s <= OLD_AFTER_S) return null;
  return {
    state: "failed",
    text: `The newest backup is ${ageText(age_s)} old.${why}`,
    todo: last?.error ? `Mend that. ${RETRY}` : "Check that a process of the shop runs at night. Press 'Back up now'.",
    ...(stored[0] ? { since: new Date(stored[0].at.getTime() + OLD_AFTER_S * 1_000) } : {}),
  };
}

function judgeTest({ test, stored }: BackupFigures, at: Date): Judged | null {
  if (test?.error)
    return {
      state: "failed",
      text: `The backup ${test.name} could not be restored: ${test.error}`,
      todo: `Press 'Back up now', then 'Test the newest'. Keep the older backups until one can be restored.`,
      since: test.finished_at,
    };
  const oldest = stored.at(-1)?.at;
  const tested = test?.finished_at ?? oldest;
  if (!tested || at.getTime() - tested.getTime() <= UNTESTED_AFTER_S * 1_000) return null;
  return {
    state: "warning",
    text: `No backup was restored for a test in ${ageText((at.getTime() - tested.getTime()) / 1_000)}.`,
    todo: "Press 'Test the newest'.",
  };
}

function judgeLast({ last, age_s }: BackupFigures): Judged | null {
  if (!last?.error) return null;
  return {
    state: "warning",
    text: `The last backup failed: ${last.error} The newest one is ${ageText(age_s ?? 0)} old.`,
    todo: `Mend that. ${RETRY}`,
    since: last.finished_at,
  };
}

function judgeDisks({ disks }: HealthFigures): Judged | null {
  const isBelow = (
    { free_bytes, total_bytes }: HealthFigures["disks"][number],
    { share, bytes }: { share: number; bytes: number },
  ) => free_bytes < bytes && free_bytes < total_bytes * share;
  const [least] = disks.toSorted((a, b) => a.free_bytes - b.free_bytes);
  if (!least) return null;
  const free = `${bytesText(least.free_bytes)} of ${bytesText(least.total_bytes)} are free on the disk of ${least.folder}.`;
  const state = isBelow(least, LOW_DISK.failed) ? "failed" : isBelow(least, LOW_DISK.warning) ? "warning" : "good";
  if (state === "good") return { state, text: free };
  return { state, text: free, todo: "Make room there, or take a larger disk: nothing can be stored on a full one." };
}

/** "1 job waits", "2,000 jobs wait". */
function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
