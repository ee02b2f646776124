/** A folder's disk, in bytes. */
export type DiskFigures = { folder: string; free_bytes: number; total_bytes: number };

export type BackupFigures = {
  /** Where they go, in words: a folder, or a bucket and its address. */
  where: string;
  /** Newest first; empty if `list_error` says why they cannot be listed. */
  stored: { name: string; at: Date; bytes: number }[];
  list_error: string | null;
  /** Age of the newest backup, in seconds; null without one. */
  age_s: number | null;
  /** Since when one is being made, or waits for a process that makes it. */
  running_since: Date | null;
  /** The same of a restore test. */
  testing_since: Date | null;
  /** How the last one ended, and the last restore test; null if there was none, or if the database does not answer. */
  last: { started_at: Date; finished_at: Date; name: string; error: string | null } | null;
  test: { finished_at: Date; name: string; seconds: number; contents: string; error: string | null } | null;
};

/**
 * The figures of a shop at `at`, which the page Health, the overview, /readyz and metrics read. What the database
 * knows is null when it does not answer.
 */
export type HealthFigures = {
  at: Date;
  /** `answer_ms`: how long it took to answer; null if it did not. */
  database: { kind: "pglite" | "postgres"; answer_ms: number | null };
  listener: { is_up: boolean };
  /** What was committed `age_s` seconds ago is on the replica, and why nothing is read from it; null without one. */
  replica: { age_s: number | null; problem: "silent" | "late" | "other" | "unknown" | null } | null;
  /** The index of products of this process: whether there is one, and the products read of a load that goes on. */
  listings: { products: number; isReady: boolean; loaded: number | null };
  mails: { waiting: number; failing: number; oldest_s: number } | null;
  /** Whether mails can be sent at all. */
  mail_is_set_up: boolean;
  /** `late`: due for five minutes; `oldest_s`: the age of the oldest due job. */
  jobs: { failing: number; late: number; oldest_s: number } | null;
  /** Reported payments that belong to no payment of this shop. */
  unmatched_payments: number | null;
  /** Where uploaded pictures go, and why they cannot be stored now. */
  storage: { where: string; error: string | null };
  /** `failing_since` and `problem`: since this process's last answer that was one. */
  provider: {
    mode: "live" | "test" | "sandbox" | "off";
    answered_at: Date | null;
    failing_since: Date | null;
    problem: "silent" | "refused" | null;
  };
  /** Null without a place for backups. */
  backups: BackupFigures | null;
  disks: DiskFigures[];
};
