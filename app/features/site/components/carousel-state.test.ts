import { expect, test } from "vitest";
import { CAROUSEL_MS, CAROUSEL_START, MOVE_LOCK_MS, moveCarousel, type CarouselMove } from "./carousel-state.ts";

const at = (index: number, movedAt = 0) => ({ index, movedAt });

test.each<[string, number, CarouselMove, number, number]>([
  ["next", 0, "next", 4, 1],
  ["next wraps", 3, "next", 4, 0],
  ["previous", 2, "previous", 4, 1],
  ["previous wraps", 0, "previous", 4, 3],
  ["a dot", 0, 2, 4, 2],
  ["the dot of the slide shown", 2, 2, 4, 2],
  ["a dot that does not exist", 1, 4, 4, 1],
  ["a negative dot", 1, -1, 4, 1],
  ["a single slide", 0, "next", 1, 0],
  ["no slides", 0, "next", 0, 0],
])("%s", (_, from, move, count, to) => expect(moveCarousel(at(from), move, count, 10_000).index).toBe(to));

test.each([
  [0, at(1, 1000)],
  [1, at(1, 1000)],
  [499, at(1, 1000)],
  [500, at(2, 1500)],
  [8000, at(2, 9000)],
])("%i ms after a move the next one gives %j", (since, expected) => {
  expect(moveCarousel(at(1, 1000), "next", 4, 1000 + since)).toEqual(expected);
});

test("an ignored move does not lengthen the lock", () => {
  const first = moveCarousel(CAROUSEL_START, "next", 4, 0);
  const ignored = moveCarousel(first, "next", 4, MOVE_LOCK_MS - 1);
  expect(moveCarousel(ignored, "next", 4, MOVE_LOCK_MS).index).toBe(2);
});

test("the timer cycles through all slides back to the first", () => {
  let state = CAROUSEL_START;
  const seen = [1, 2, 3, 4, 5].map((n) => (state = moveCarousel(state, "next", 4, n * CAROUSEL_MS)).index);
  expect(seen).toEqual([1, 2, 3, 0, 1]);
});
