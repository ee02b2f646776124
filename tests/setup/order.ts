import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute though they are small; all others are many and short. */
const LONG = ["/tests/warnings/", "/tests/races/", "/tests/setup/"];

/**
 * The order of a run. On a fresh clone no durations are known, and Vitest begins with the largest files: one of these
 * would be the last to start and keep the other workers idle for its minute.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return sorted.toSorted((a, b) => group(a) - group(b) || rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG.findIndex((folder) => moduleId.includes(folder));
  return rank === -1 ? LONG.length : rank;
}
