type Line = { at: number; done: number };

/**
 * Makes the text of a step of the demo's load, with percent and, once it took a while, rate and time left: both from the progress
 * since the line before, because a load that goes on skips what is there. Null if no line is due: there is one for every
 * tenth, and after `intervalMs`.
 */
export function createLoadProgress(intervalMs: number, now: () => number = () => performance.now()) {
  const lines = new Map<string, Line>();
  return (done: number, total: number, what: string): string | null => {
    const before = lines.get(what);
    const at = now();
    const isTenth = before === undefined || Math.floor((done / total) * 10) > Math.floor((before.done / total) * 10);
    if (!isTenth && at - before.at < intervalMs) return null;
    lines.set(what, { at, done });
    const head = `Loading the demo shop: ${what} ${number(done)} of ${number(total)} (${Math.floor((done / total) * 100)} %`;
    const seconds = before ? (at - before.at) / 1_000 : 0;
    if (!before || seconds < 1 || done <= before.done || done >= total) return `${head})`;
    const rate = (done - before.done) / seconds;
    const left = (total - done) / rate;
    const pace = rate >= 10 ? `, ${number(Math.round(rate))} a second` : "";
    return `${head}${pace}, ${left < 90 ? `${Math.ceil(left)} s` : `${Math.round(left / 60)} min`} left)`;
  };
}

function number(value: number): string {
  return value.toLocaleString("en");
}
