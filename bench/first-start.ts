import { median, time, type Figure } from "./figures.ts";
import { spawnShop } from "./processes.ts";
import { PRODUCTS, type World } from "./world.ts";

const FIRST_MS = 30_000;
const LATER_MS = 3_000;

/** Wall time of `node server/main.ts` until it answers: in an empty folder once, then three times in that folder. */
export async function firstStart(world: World): Promise<Figure[]> {
  const { dataDir, firstStartMs } = await world.embedded();
  const later: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const shop = await spawnShop({ DATA_DIR: dataDir, DEMO_PRODUCTS: String(PRODUCTS) });
    await shop.stop();
    later.push(shop.startMs);
  }
  return [
    {
      what: "first start with 50,000 products, embedded database",
      goal: `< ${time(FIRST_MS)}`,
      figure: time(firstStartMs),
      met: firstStartMs < FIRST_MS,
    },
    {
      what: "later start of that shop (median of 3)",
      goal: `< ${time(LATER_MS)}`,
      figure: time(median(later)),
      met: median(later) < LATER_MS,
    },
  ];
}
