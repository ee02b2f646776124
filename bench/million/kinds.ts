import { setTimeout as wait } from "node:timers/promises";
import { send } from "../mixed-load.ts";
import { TYPED } from "../search-texts.ts";
import type { MeasuredShop } from "./shop.ts";

/** Asks a shop something that it has not answered before; `turn` is another one at each call. */
type Ask = (shop: MeasuredShop, turn: number) => Promise<unknown>;

/** A kind of request. With `rounds` all of them are asked, else as many as there is time for. */
export type Kind = { what: string; ask: Ask; rounds?: number; before?: (shop: MeasuredShop) => Promise<unknown> };

type Path = (turn: number, shop: MeasuredShop) => string;
type More = Pick<Kind, "rounds" | "before"> & { status?: number };

/** As long as a notification takes, and more. */
const NOTICE_MS = 150;

/** A page for everybody. */
export function page(what: string, path: Path, { status = 200, ...more }: More = {}): Kind {
  return { what, ask: (shop, turn) => send(shop.process.url + path(turn, shop), turn, {}, status), ...more };
}

/** A page for staff. */
export function adminPage(what: string, path: Path): Kind {
  return {
    what,
    async ask(shop, turn) {
      const address = path(turn, shop);
      const { status } = await shop.admin.get(address);
      if (status !== 200) throw new Error(`${address} answered ${status}.`);
    },
  };
}

/** A filter that nobody has asked for, and that all products pass. Each kind has thousands of its own. */
export const maxPrice = (turn: number, kind: number) => `maxPrice=${900_000 + kind * 1_000 + turn}`;

/** A search text. */
export const text = (turn: number) => encodeURIComponent(nth(TYPED, turn));

/** What stands in the box while a search text is typed. */
export const half = (turn: number) => {
  const typed = nth(TYPED, turn);
  return encodeURIComponent(typed.slice(0, Math.ceil((typed.length * 2) / 3)));
};

/** One of `list` for each turn, from the first again after the last. */
export function nth<One>(list: readonly One[], turn: number): One {
  const one = list[turn % list.length];
  if (one === undefined) throw new Error("The shop has none of these.");
  return one;
}

/** Drops the page cache, and nothing else: the notice of changed settings. */
export async function dropCache({ database }: MeasuredShop): Promise<void> {
  await database.sql("notify settings");
  await wait(NOTICE_MS);
}
