import { and, eq, inArray } from "drizzle-orm";
import type { StateCode } from "#app/lib/nigeria.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { delivery_methods, delivery_zone_places, delivery_zones } from "#db/schema/tables.ts";
import { seedOnce } from "./seeding.ts";

/** The key that is in `shop_state` once the demo's delivery zones were written. */
export const DEMO_DELIVERY_KEY = "demo-delivery";

type Method = Omit<typeof delivery_methods.$inferInsert, "zone_id" | "position" | "bands"> & {
  /** Weights in kg with prices in naira, ascending. */
  prices: readonly (readonly [kg: number, naira: number])[];
};
type Zone = { name: string; places: readonly (StateCode | `${StateCode}-${string}`)[]; methods: readonly Method[] };

const naira = (amount: number) => amount * 100;
const at = (hour: number) => hour * 60;
/** How prices rise with the weights of a method. */
const PARK_STEPS = [1, 1.6, 2.6, 5.5, 10];
const DOOR_STEPS = [1, 1.8, 2.8, 5.5, 16];

/** A motor park where the buyer meets the driver: `naira` for up to 25 kg, and more with the weight. */
const park = (name: string, price: number, [min_days, max_days]: readonly [number, number]): Method => ({
  kind: "park",
  name,
  carrier: "Example Lines",
  prices: [25, 50, 100, 250, 500].map((kg, step) => [kg, price * (PARK_STEPS[step] ?? 1)] as const),
  extra_kg_kobo: naira(price / 60),
  min_days,
  max_days,
  cutoff_minute: at(14),
});

/** To the door by van. */
const door = (price: number, [min_days, max_days]: readonly [number, number], more: Partial<Method> = {}): Method => ({
  kind: "door",
  name: "Van",
  carrier: "Example Haulage",
  prices: [10, 50, 100, 250, 1000].map((kg, step) => [kg, price * (DOOR_STEPS[step] ?? 1)] as const),
  extra_kg_kobo: naira(price / 80),
  min_days,
  max_days,
  cutoff_minute: at(12),
  ...more,
});

/** Examples: real places, made-up prices and carriers. Every state is in one zone, four areas of Lagos in their own. */
const ZONES: readonly Zone[] = [
  {
    name: "Lagos",
    places: ["LA"],
    methods: [
      door(2_500, [0, 1], { cutoff_minute: at(11), free_from_kobo: naira(1_500_000) }),
      {
        kind: "pickup",
        name: "Our depot in Ikeja",
        address: "12 Market Road, Ikeja, 8am to 5pm",
        prices: [[5_000, 0]],
        extra_kg_kobo: 0,
        min_days: 0,
        max_days: 1,
        cutoff_minute: at(14),
      },
    ],
  },
  {
    name: "Lagos, outer areas",
    places: ["LA-06", "LA-07", "LA-09", "LA-12"],
    methods: [door(4_000, [1, 2])],
  },
  {
    name: "South West",
    places: ["OG", "OY", "OS", "ON", "EK"],
    methods: [park("Motor park in your town", 2_800, [1, 2]), door(6_000, [1, 3])],
  },
  {
    name: "South East",
    places: ["AN", "AB", "IM", "EN", "EB"],
    methods: [park("Motor park in your state capital", 4_500, [1, 2]), door(9_000, [2, 4])],
  },
  {
    name: "South South",
    places: ["RI", "DE", "ED", "BY", "AK", "CR"],
    methods: [park("Motor park of the state capital", 5_000, [1, 3]), door(10_000, [2, 4])],
  },
  {
    name: "Abuja",
    places: ["FC"],
    methods: [park("Utako, Abuja", 5_500, [1, 2]), door(9_500, [2, 3])],
  },
  {
    name: "North Central",
    places: ["NA", "KO", "KW", "BE", "PL", "NI"],
    methods: [park("Motor park of the state capital", 5_500, [1, 3]), door(11_000, [2, 5])],
  },
  {
    name: "North West",
    places: ["KN", "KD", "KT", "JI", "SO", "KE", "ZA"],
    methods: [park("Sabon Gari, Kano", 7_000, [2, 3]), door(14_000, [3, 6])],
  },
  {
    name: "North East",
    places: ["BO", "YO", "AD", "TA", "BA", "GO"],
    methods: [park("Motor park of the state capital", 8_500, [2, 4])],
  },
];

/**
 * Writes example zones for all states, marked as such, into a demo shop without zones of its own. Runs once.
 */
export async function seedDemoDelivery(db: Db): Promise<void> {
  await seedOnce(db, DEMO_DELIVERY_KEY, async (tx) => {
    const [own] = await tx.select({ id: delivery_zones.id }).from(delivery_zones).limit(1);
    if (!own) for (const [position, zone] of ZONES.entries()) await insertZone(tx, zone, position);
    return { zones: own ? 0 : ZONES.length };
  });
}

/** Deletes the examples that nobody has edited. */
export async function removeDemoDelivery(tx: Tx): Promise<void> {
  const names = ZONES.map(({ name }) => name);
  await tx.delete(delivery_zones).where(and(eq(delivery_zones.example, true), inArray(delivery_zones.name, names)));
}

async function insertZone(tx: Tx, { name, places, methods }: Zone, position: number): Promise<void> {
  const [zone] = await tx.insert(delivery_zones).values({ name, position, example: true }).returning();
  if (!zone) throw new Error("the zone was not written");
  await tx.insert(delivery_zone_places).values(places.map((place) => ({ place, zone_id: zone.id })));
  const rows = methods.map(({ prices, ...method }, index) => ({
    ...method,
    zone_id: zone.id,
    position: index,
    bands: prices.map(([kg, price]) => ({ upto_grams: kg * 1000, kobo: naira(Math.round(price / 100) * 100) })),
    extra_kg_kobo: method.extra_kg_kobo == null ? null : Math.round(method.extra_kg_kobo / 100) * 100,
  }));
  await tx.insert(delivery_methods).values(rows);
}
