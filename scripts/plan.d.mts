export type Failure = { test: string; error: string[] };
/** `ofTests`: the tests of the `collected` files. */
export type Kind = { files: number; ofFiles: number; collected: number; tests: number; ofTests: number };
export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  failures?: Failure[];
  retried?: Failure[];
  kinds?: Record<string, Kind>;
};
export type Total = Counts & { failures: (Failure & { step: string })[]; retried: Failure[] };
export type Result = { code: number; output: string; counts?: Counts; note?: string };
export type Step = { name: string; after?: string[]; alone?: boolean; start: () => Promise<Result> };

export function runPlan(steps: Step[], options?: { atOnce?: number; log?: (line: string) => void }): Promise<Total>;
export function summary(counts: Counts): string;
export function progressLine(counts: Counts | undefined): string;
export function countsOf(result: Result): Counts;
export function failureList(failures: Total["failures"]): string[];
export function retriedList(retried: Failure[]): string[];
