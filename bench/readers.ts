import { setTimeout as wait } from "node:timers/promises";
import type { Market } from "./buyers.ts";
import { failureOf } from "./processes.ts";

/** Two readers of public pages at each process, which has shown each page before. */
export async function startReaders({ shops, goods }: Market) {
  const paths = ["/", "/products", ...goods.map((id) => `/product/${id}`), "/about", "/faq"];
  const badPages: Record<string, number> = {};
  const state = { isOver: false, pages: 0 };
  const read = async (address: string) => {
    const answer = await fetch(address, { signal: AbortSignal.timeout(60_000) }).then(
      async (response) => (await response.text(), response.status),
      failureOf,
    );
    if (answer === 200) state.pages += 1;
    else badPages[answer] = (badPages[answer] ?? 0) + 1;
  };
  for (const { url } of shops) for (const path of paths) await read(url + path);
  const reader = async (url: string) => {
    for (let turn = 0; !state.isOver; turn += 1) {
      await read(url + paths[turn % paths.length]);
      await wait(20);
    }
  };
  const running = Promise.all([...shops, ...shops].map(({ url }) => reader(url)));
  return {
    async stop() {
      state.isOver = true;
      await running;
      return { pages: state.pages, badPages };
    },
  };
}
