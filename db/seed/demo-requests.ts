import { createHash } from "node:crypto";
import { and, asc, eq, ilike, sql } from "drizzle-orm";
import { randomToken } from "#app/platform/random.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { custom_order_offer_lines, custom_order_offers, custom_orders, products, users } from "#db/schema/tables.ts";
import { PICTURES } from "./demo-state.ts";
import { seedOnce } from "./seeding.ts";

/** The key that is in `shop_state` once the demo has custom orders. */
export const DEMO_REQUESTS_KEY = "demo-requests";
/** The addresses of the demo's senders end with this. */
export const DEMO_SENDERS_DOMAIN = "senders.example";

const DAY_MS = 86_400_000;

type Demo = {
  /** The sender; "ada" is the demo's customer. */
  name: string;
  quantity: number;
  status: "pending" | "processing" | "completed" | "cancelled";
  days: number;
  text: string;
  /** A word in the names of demo products whose generated picture is used as the attached one. */
  picture?: string;
  offer?: {
    status: "open" | "withdrawn";
    days: number;
    message: string;
    lines: [name: string, unit: string, quantity: number, kobo: number][];
  };
};

const DEMOS: readonly Demo[] = [
  {
    name: "ada",
    quantity: 60,
    status: "processing",
    days: 2,
    text: "School lunch boxes with two compartments and a spoon, in mixed colours.\n\nAdditional Info: for the new term; the lids must close tightly.",
    picture: "lunch box",
    offer: {
      status: "open",
      days: 7,
      message: "We found two makers in Aba. The price holds for a week and includes the spoons.",
      lines: [
        ["Lunch box, two compartments, mixed colours", "dozen", 5, 2_640_000],
        ["Spoon set for lunch boxes", "dozen", 5, 310_000],
      ],
    },
  },
  { name: "ada", quantity: 12, status: "completed", days: 64, text: "Price tag guns with 5,000 tags each." },
  {
    name: "Ibrahim Danjuma",
    quantity: 200,
    status: "pending",
    days: 0,
    text: "Buckets of 20 litres with lid, printed with our name.\n\nAdditional Info: print on request, delivery to Kaduna.",
    picture: "bucket",
  },
  {
    name: "Ngozi Eze-Okonkwo",
    quantity: 40,
    status: "pending",
    days: 1,
    text: "Enamel basins, 40 cm, blue rim, the heavy kind.",
    picture: "bowl",
  },
  {
    name: "Tunde Bakare",
    quantity: 500,
    status: "pending",
    days: 3,
    text: "Plastic chairs without arms, green, stackable, for a hall.",
  },
  {
    name: "Hauwa Bello",
    quantity: 15,
    status: "processing",
    days: 9,
    text: "Industrial blenders, 3 litres, copper motor, 12 months guarantee.",
    offer: {
      status: "withdrawn",
      days: 3,
      message: "First price, before the exchange rate moved.",
      lines: [["Blender, 3 litres, copper motor", "piece", 15, 6_850_000]],
    },
  },
  {
    name: "Blessing Udo",
    quantity: 25,
    status: "completed",
    days: 31,
    text: "Exercise books with our school name on the cover.",
    picture: "exercise book",
  },
  {
    name: "Segun Afolabi",
    quantity: 1,
    status: "cancelled",
    days: 18,
    text: "A used bread oven. Somebody offered me one nearer by.",
  },
];

/**
 * Creates custom orders in all states, two of them of the demo's customer and one with an open offer. Runs once; not in
 * a shop without demo products or with its own requests. It queues no mail.
 */
export async function seedDemoRequests(db: Db, customer: string, now = new Date()): Promise<void> {
  await seedOnce(db, DEMO_REQUESTS_KEY, async (tx) => {
    const [own] = await tx.select({ id: custom_orders.id }).from(custom_orders).limit(1);
    const [ada] = await tx.select().from(users).where(eq(users.email, customer));
    if (!own) await insertRequests(tx, ada ?? null, now);
    return { requests: own ? 0 : DEMOS.length };
  });
}

/** The generated picture of the first demo product with this word in its name. */
async function demoPicture(tx: Tx, word: string): Promise<string | null> {
  const [row] = await tx
    .select({ picture: sql<string>`${products.images}->>0` })
    .from(products)
    .where(and(sql`${products.images}->>0 like ${`${PICTURES}%`}`, ilike(products.name, `%${word}%`)))
    .orderBy(asc(products.id))
    .limit(1);
  return row?.picture ?? null;
}

async function insertRequests(
  tx: Tx,
  ada: { id: string; name: string; email: string } | null,
  now: Date,
): Promise<void> {
  for (const [at, demo] of DEMOS.entries()) {
    const isAda = demo.name === "ada";
    if (isAda && !ada) continue;
    const name = isAda && ada ? ada.name : demo.name;
    const email =
      isAda && ada ? ada.email : `${demo.name.toLowerCase().replace(/[^a-z]+/g, ".")}@${DEMO_SENDERS_DOMAIN}`;
    const created_at = new Date(now.getTime() - demo.days * DAY_MS - at * 3_600_000);
    const id = digestId(`request ${at}`);
    await tx.insert(custom_orders).values({
      id,
      user_id: isAda && ada ? ada.id : null,
      name,
      email,
      phone: isAda ? "0803 412 7765" : `0802 555 01${String(at).padStart(2, "0")}`,
      quantity: demo.quantity,
      description: demo.text,
      image_url: demo.picture ? await demoPicture(tx, demo.picture) : null,
      status: demo.status,
      access_token: randomToken(),
      submission_id: digestId(`submission ${at}`),
      created_at,
      updated_at: created_at,
    });
    if (demo.offer) await insertOffer(tx, id, demo.offer, now);
  }
}

async function insertOffer(
  tx: Tx,
  custom_order_id: string,
  offer: NonNullable<Demo["offer"]>,
  now: Date,
): Promise<void> {
  const { status, message, days, lines } = offer;
  const valid_until = new Date(now.getTime() + days * DAY_MS);
  const [row] = await tx
    .insert(custom_order_offers)
    .values({ custom_order_id, status, message, valid_until, created_at: new Date(now.getTime() - DAY_MS) })
    .returning({ id: custom_order_offers.id });
  if (!row) throw new Error("the offer was not written");
  await tx.insert(custom_order_offer_lines).values(
    lines.map(([name, unit, quantity, unit_price_kobo]) => ({
      offer_id: row.id,
      name,
      unit,
      quantity,
      unit_price_kobo,
    })),
  );
}

/** A deterministic id of a text, so that the demo is the same each time. */
function digestId(text: string): string {
  const hex = createHash("sha256").update(`demo ${text}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
