import { expect, test } from "vitest";
import { complaints, type FaultReport } from "./faults.ts";

const SOUND: FaultReport = {
  alive: true,
  isReady: true,
  answered: 20,
  failed: 2,
  failures: { 503: 2 },
  answers: { 503: 2, ECONNREFUSED: 1 },
  paid: 10,
  orders: 10,
  missingPieces: 0,
  violated: [],
  unconfirmed: 0,
  strays: 0,
  repeats: 1,
  backMs: 100,
  unmet: [],
};

test("after a fault each loss is a complaint; 503, a refused connection and a mail twice with one id are none", () => {
  expect(complaints(SOUND)).toEqual([]);
  const losses: [Partial<FaultReport>, string][] = [
    [{ alive: false }, "both processes are alive"],
    [{ isReady: false }, "both processes are ready"],
    [{ orders: 9 }, "each payment has one order"],
    [{ orders: 11 }, "each payment has one order"],
    [{ missingPieces: -2 }, "no piece is missing (-2 are)"],
    [{ violated: ["no stock is below zero"] }, "no stock is below zero"],
    [{ unconfirmed: 3 }, "each order's mail arrives (3 did not)"],
    [{ strays: 1 }, "no mail without its order (1 arrived)"],
    [{ answers: { 500: 1 } }, "nobody is answered with 500"],
    [{ answers: { "503 without a sentence": 1 } }, "nobody is answered with 503 without a sentence"],
    [{ unmet: ["the next upload works"] }, "the next upload works"],
  ];
  for (const [loss, sentence] of losses) expect(complaints({ ...SOUND, ...loss }), sentence).toEqual([sentence]);
});
