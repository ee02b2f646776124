import { readFileSync } from "node:fs";
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { code, type Customer, type Refund, type Transaction } from "./transaction.ts";

export type Store = ReturnType<typeof createStore>;

type State = { next_id: number; transactions: Transaction[]; refunds: Refund[]; customers: Customer[] };

// Real ids exceeded 32 bits in 2022; starting above that detects a column that is too narrow.
const FIRST_ID = 4_300_000_017;
const SAVE_AFTER_MS = 150;

/** Transactions and refunds in memory, stored in `file` across restarts if given. Throws on an invalid file. */
export function createStore(file: string | null) {
  let state = load(file);
  let references = new Map(state.transactions.map((tx) => [tx.reference, tx]));
  let codes = new Map(state.transactions.map((tx) => [tx.access_code, tx]));
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();

  const save = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (!file) return saving;
    const text = JSON.stringify(state);
    saving = saving.then(() => write(file, text));
    return saving;
  };
  const touch = (): void => {
    if (!file || timer) return;
    timer = setTimeout(() => void save().catch(() => {}), SAVE_AFTER_MS);
    timer.unref();
  };

  return {
    transactions: () => state.transactions,
    byReference: (reference: string) => references.get(reference),
    byCode: (accessCode: string) => codes.get(accessCode),
    byId: (id: number) => state.transactions.find((tx) => tx.id === id),
    add(tx: Transaction): void {
      state.transactions.push(tx);
      references.set(tx.reference, tx);
      codes.set(tx.access_code, tx);
      touch();
    },
    refunds: () => state.refunds,
    addRefund(refund: Refund): void {
      state.refunds.push(refund);
      touch();
    },
    customer(email: string): Customer {
      const known = state.customers.find((customer) => customer.email === email);
      if (known) return known;
      const customer = { id: state.next_id++, email, customer_code: `CUS_${code(15)}` };
      state.customers.push(customer);
      return customer;
    },
    nextId: () => state.next_id++,
    /** Reports a change; it is written to the state file shortly after. */
    touch,
    clear(): void {
      state = { ...empty(), next_id: state.next_id };
      references = new Map();
      codes = new Map();
      touch();
    },
    flush: save,
  };
}

function empty(): State {
  return { next_id: FIRST_ID, transactions: [], refunds: [], customers: [] };
}

function load(file: string | null): State {
  if (!file) return empty();
  try {
    return { ...empty(), ...(JSON.parse(readFileSync(file, "utf8")) as Partial<State>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return empty();
    throw new Error(`The payment sandbox cannot read ${file}; delete it to start afresh.`, { cause: error });
  }
}

/** Replaces the file atomically, so a crash leaves the old or the new text. */
async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await chmod(dirname(file), 0o700);
  await rm(`${file}.tmp`, { force: true });
  await writeFile(`${file}.tmp`, text, { mode: 0o600 });
  await rename(`${file}.tmp`, file);
}
