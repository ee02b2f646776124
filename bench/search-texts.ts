import { EMPTY_LISTING, type ListingState } from "#app/features/search/rules/listing-links.ts";
import type { Database } from "#db/client.server.ts";

/** Search texts: prefixes and words, typing errors, many words, brands, and words without or with too many results. */
export const TYPED = [
  "r, s, ba, ch, to, ric, soa, oil, usb, rice, milk, shoe, wig, baby",
  "rise, shampo, toothpast, detergant, batery, chargr, nodles, cofee, sandels, umbrela",
  "bags of rice, rice 50kg, vegetable oil 25 litres, ankara fabric 6 yards, usb c fast charger, baby diapers size 4",
  "black leather shoes for men, hair cream for natural hair, car engine oil 4 litres, gold plated necklace set",
  "stainless steel pot with lid, laundry soap, tomato paste sachet, power bank",
  "mama tolani, royal grain, eko shine, voltawa, kebbi crown rice, royal grain ric",
  "pampers, maggi, ewa, cheap rice, tin tomatoes, palmoil, tooth paste, umbrela batery, best power bank in lagos",
  "helicopter, zzzz, qwertyuiop asdf, the, of, 100, 1.5, 24 pack, rice & beans, T-shirt",
].flatMap((texts) => texts.split(", "));

/** The mix of searches as listing addresses. Slugs, ids and distributors are the database's. */
export async function searchMix(database: Database): Promise<ListingState[]> {
  const { rows } = await database.sql(
    "select id::text, slug, name, distributor from products order by md5(slug) limit 3",
  );
  const known = rows
    .flatMap(({ id, slug, name, distributor }) => [slug, id, String(id).slice(0, 8), name, distributor])
    .map(String);
  const searches = [...TYPED, ...known].map((search) => ({ ...EMPTY_LISTING, search }));
  return [
    ...searches,
    { ...EMPTY_LISTING, search: "rice", sort: "price-asc" },
    { ...EMPTY_LISTING, search: "oil", sort: "newest", page: 5 },
    { ...EMPTY_LISTING, search: "s", sort: "name-asc" },
    { ...EMPTY_LISTING, search: "shoe", minPrice: 500_000, maxPrice: 5_000_000 },
    { ...EMPTY_LISTING, search: "ba", page: 20 },
  ];
}
