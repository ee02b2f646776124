export type Counts = { passed: number; failed: number; skipped: number };
export type Result = { code: number; output: string; counts?: Counts; note?: string };
export type Step = { name: string; after?: string[]; alone?: boolean; start: () => Promise<Result> };

export function runPlan(steps: Step[], options?: { atOnce?: number; say?: (line: string) => void }): Promise<Counts>;
export function summary(counts: Counts): string;
export function countsOf(result: Result): Counts;
