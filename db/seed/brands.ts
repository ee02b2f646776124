/** Brands of the demo products by top category. All are invented; a test keeps them distinct. */
const list = (names: string) => names.split(",").map((name) => name.trim());

const FASHION = list(
  "Adirela, Omidan, Sewela, Aso Tayo, Temi Loom, Yemora, Habibatu, Onyekalu, Gele Lane, Duchi Thread, Abeni Wear, Chidorama, Wurafola, Kashimola, Ezioraku, Idumolu, Indigo Pit, Sister Folake, Red Shuttle, Balogun Cut, Zannati, Okun Loom, Sunday Cloth, Kofar Dye",
);
const TECH = list(
  "Voltawa, Kabela, Orashi, Chajar, Bytewole, Zumatik, Ravokun, Nodawale, Saurin, Lantarki Pro, Okunwire, Dijitawa, Sautiwa, Gbohun, Tekewe, Ugbovolt, Long Wire, Blue Pylon, Hasken, Etikuro, Danja Link, Iko Signal",
);

export const BRANDS: Record<string, readonly string[]> = {
  "grocery-gourmet-food": list(
    "Royal Grain, Iyabo, Ruwa, Kebbi Crown, Mama Tolani, Gidan Noma, Sabon Rana, Ajike Choice, Danjiri, Benue Basket, Oke Pot, Zazzola, Nkwo Basket, Irewole Table, Rafin Gold, Tiv Barn, Yar Gona, Umu Harvest, Three Calabash, Golden Mudu, Red Clay Pot, Savannah Drum, Ekwuru, Kwatano, Farin Wata, Amaravi, Okpu Hill, Ododo Kitchen, Damina Fields, Asaro House",
  ),
  household: list(
    "Eko Shine, Gidaje, Obodo Nest, Tsafta, Bright Veranda, Adakuru, White Egret, Mimosa Yard, Teburi, Aunty Nkechi, Lagoon House, Haskaka, Sabulu Gold, Kwano, Clean Compound, Igbale, Ibusun Rest, Copper Ladle, Fanteka, Ukwudi, Blue Verandah, Inuwa Home",
  ),
  "women-clothing-fashion": FASHION,
  "men-clothing-fashion": FASHION,
  "beauty-health-hair": list(
    "Adunni, Orisun Glow, Kwalli, Ewaji, Nwamara, Shuku Care, Lalle Rose, Omoge Soft, Turare, Oriaku, Ziyada Skin, Ibadi, Ogechi Bloom, Efunla, Ugoma Pure, Hadaratu, Shea Village, Brown Gourd, Evening Hibiscus, Aunty Peju, Moringa Lane, Zuma Mist",
  ),
  "mobile-accessories": TECH,
  "computer-accessories": TECH,
  "babies-kids-teens": list(
    "Tutu Bebi, Yarola, Ibeji Joy, Little Oga, Jaririya, Ayomide Tots, Sunny Iroko, Chubi, Tomitots, Zakari Junior, Adaeze Minis, First Harmattan, Mami Zee, Small Chief, Kekere, Moon Story, Blue Tortoise, Mango Tree Kids, Nwantiti, Omolola Bear",
  ),
  "jewelry-watches": list(
    "Ileke, Zinariya, Oroma, Wurafin, Agogo Hour, Idunu Gem, Lantana Row, Azurfa, Ejigba, Sarauta, Nzuko, Kyalli, Durosi Time, Tagulla, Brass Mirror, Owambe Lane, River Bead, Iyun, Bini Lustre",
  ),
  automotive: list(
    "Hanya, Lado Gear, Irinse, Nwagear, Gudu Pro, Injiniya, Sokoro, Danfo Master, Molue Works, Birki, Onaja, Ugbokele, Long Convoy, Red Laterite, Tafarki, Express Junction, Night Trailer, Ogun Anvil, Kwararo",
  ),
};
