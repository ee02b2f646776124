/** Interval between automatic moves, in ms. */
export const CAROUSEL_MS = 8000;

/** After each move, input is ignored for this long, in ms. */
export const MOVE_LOCK_MS = 500;

/** `movedAt` is the time of the last move in ms; -Infinity before the first. */
export type CarouselState = { index: number; movedAt: number };

export type CarouselMove = "next" | "previous" | number;

export const CAROUSEL_START: CarouselState = { index: 0, movedAt: Number.NEGATIVE_INFINITY };

/**
 * The state after a move at time `now` (ms) among `count` slides; next and previous wrap around. Returns the same state
 * for an ignored move: within the lock, to the current slide, or to a slide that does not exist.
 */
export function moveCarousel(state: CarouselState, move: CarouselMove, count: number, now: number): CarouselState {
  if (now - state.movedAt < MOVE_LOCK_MS) return state;
  const index = target(state.index, move, count);
  const exists = Number.isInteger(index) && index >= 0 && index < count;
  return exists && index !== state.index ? { index, movedAt: now } : state;
}

function target(index: number, move: CarouselMove, count: number): number {
  if (typeof move === "number") return move;
  return (index + (move === "next" ? 1 : count - 1)) % count;
}
