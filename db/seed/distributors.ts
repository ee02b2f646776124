import type { Random } from "./random.ts";

/** An invented supplier: its name and the sub-categories it trades in. */
export type SeedDistributor = { name: string; subs: readonly string[] };

const list = (names: string) => names.split(",").map((name) => name.trim());

const PLACES = list(
  "Kano, Zaria, Kaduna, Ikeja, Aba, Onitsha, Nnewi, Jos Valley, Ibadan, Ilorin, Abeokuta, Benin, Warri, Enugu, Owerri, Calabar, Uyo, Port Harcourt, Makurdi, Lokoja, Minna, Bida, Sokoto, Katsina, Gusau, Maiduguri, Yola, Gombe, Bauchi, Damaturu, Dutse, Lafia, Akure, Ado-Ekiti, Osogbo, Ogbomoso, Ijebu, Epe, Badagry, Ikorodu, Mushin, Surulere, Apapa, Oshodi, Yaba, Agege, Alaba, Asaba, Umuahia, Abakaliki, Awka, Nsukka, Sapele, Ughelli, Ondo, Iseyin, Saki, Wuse, Gwagwalada, Middle Belt, Niger Bridge, Lagoon, Savannah, Mambilla",
);

/** Names of suppliers per trade, and their sub-categories. The first words are from PLACES. */
const TRADES: readonly (readonly [name: string, subs: string])[] = [
  ["Grain Union", "rice-grains, beans-legumes"],
  ["Produce", "rice-grains, beans-legumes, flour-pasta"],
  ["Rice Traders", "rice-grains"],
  ["Beverages", "drinks-water"],
  ["Foods", "tinned-sauces, snacks-breakfast, flour-pasta"],
  ["Oil & Spice House", "oils-spices"],
  ["Provisions Depot", "snacks-breakfast, drinks-water, tinned-sauces"],
  ["Kitchen Staples", "oils-spices, flour-pasta, rice-grains"],
  ["Millers' Cooperative", "flour-pasta, rice-grains"],
  ["Home Care", "cleaning-laundry, tissue-paper"],
  ["Houseware", "kitchenware, plastics-storage"],
  ["Plastics Yard", "plastics-storage"],
  ["Lighting Centre", "lighting-power"],
  ["Paper & Tissue", "tissue-paper, school-supplies"],
  ["Bedding Hall", "bedding-towels"],
  ["Soap Works", "cleaning-laundry, soap-bath"],
  ["Pots & Pans", "kitchenware"],
  ["Hygiene Supply", "pest-control, cleaning-laundry, oral-care-health"],
  ["Textiles", "fabrics-lace, native-wear-fabrics, dresses-gowns"],
  ["Lace & Ankara", "fabrics-lace"],
  ["Ladies' Wear", "dresses-gowns, tops-blouses"],
  ["Bag Makers", "bags-purses, laptop-bags-stands"],
  ["Shoe Guild", "womens-shoes, mens-shoes"],
  ["Blouse Row", "tops-blouses, lingerie-scarves"],
  ["Scarf & Hijab", "lingerie-scarves"],
  ["Menswear", "shirts-t-shirts, trousers-jeans"],
  ["Denim Traders", "trousers-jeans, shirts-t-shirts"],
  ["Native Tailors", "native-wear-fabrics"],
  ["Leather Works", "mens-shoes, caps-belts, bags-purses"],
  ["Hosiery", "underwear-socks, lingerie-scarves"],
  ["Cap Market", "caps-belts"],
  ["Naturals", "skin-care, hair-care"],
  ["Beauty Supply", "make-up-fragrance, skin-care"],
  ["Hair Hall", "wigs-extensions, hair-care"],
  ["Bath & Body", "soap-bath, skin-care"],
  ["Perfumers", "make-up-fragrance"],
  ["Health Depot", "oral-care-health"],
  ["Mobile Parts", "chargers-cables, cases-screen-guards"],
  ["Power & Charge", "power-banks, chargers-cables"],
  ["Sound & Phone", "earphones-speakers, holders-memory"],
  ["Phone Village", "cases-screen-guards, holders-memory, chargers-cables"],
  ["Baby Mart", "diapers-wipes, baby-food-feeding"],
  ["Kids' Corner", "kids-clothing, kids-shoes"],
  ["Toy Barn", "toys-games"],
  ["School Stores", "school-supplies, kids-shoes"],
  ["Mother & Child", "baby-food-feeding, diapers-wipes, kids-clothing"],
  ["Computer Hub", "keyboards-mice, storage-drives, cables-adapters"],
  ["Office Supply", "printing-paper, laptop-bags-stands"],
  ["Network Store", "networking-power, cables-adapters"],
  ["Data Depot", "storage-drives, keyboards-mice"],
  ["Jewellers' Row", "necklaces-sets, earrings-rings"],
  ["Bead Makers", "beads-bracelets"],
  ["Watch House", "watches, gift-boxes"],
  ["Gems & Gifts", "gift-boxes, necklaces-sets, earrings-rings"],
  ["Tyre Yard", "tyres-wheels"],
  ["Auto Parts", "tools-spares, batteries-electrical"],
  ["Lubricants", "oils-fluids, car-care"],
  ["Motor Stores", "car-accessories, car-care, batteries-electrical"],
  ["Battery House", "batteries-electrical"],
  ["Workshop Supply", "tools-spares, oils-fluids"],
];

/** Combinations of a place and a trade that are names of existing companies. */
const TAKEN = new Set(["Kaduna Textiles", "Aba Textiles", "Asaba Textiles", "Ikeja Computer Hub", "Apapa Lubricants"]);

/** The number of suppliers for a number of products: about fifty products each, every trade at least once. */
export function distributorCount(products: number): number {
  return Math.min(1000, Math.max(TRADES.length, Math.round(products / 50)));
}

/** Generates `count` distinct suppliers, every trade in turn. Throws when the names run out. */
export function makeDistributors(random: Random, count: number): SeedDistributor[] {
  const names = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const trade = TRADES[index % TRADES.length];
    if (!trade) throw new Error("no trades");
    const free = PLACES.map((place) => `${place} ${trade[0]}`).filter((name) => !names.has(name) && !TAKEN.has(name));
    const name = random.pick(free);
    names.add(name);
    return { name, subs: list(trade[1]) };
  });
}
