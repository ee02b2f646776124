/** Brands of the demo goods by top category. All are invented; a test keeps them distinct. */
const list = (names: string) => names.split(",").map((name) => name.trim());

const FASHION = list(
  "Adirela, Omidanwa, Sewelawa, Aso Tayo, Kantinawa, Temiloom, Balarawa, Yemorawa, Habibatu, Tafiyawa, Onyekalu, Gele Lane, Rigasawa, Duchi Thread, Abeniwear, Chidorama, Wurafola, Kashimola, Fadewale, Ezioraku, Sallamawa, Idumolu, Okunloom, Zannati",
);
const TECH = list(
  "Voltawa, Kabelawa, Orashika, Wutalawa, Chajawa, Etikuro, Bytewole, Zumatika, Ravokun, Nodawale, Saurinka, Lantarki Pro, Haskenwa, Ikechaj, Okunwire, Dijitawa, Sautiwa, Gbohunka, Wayarika, Kirariwa, Tekewewa, Ugbovolt",
);

export const BRANDS: Record<string, readonly string[]> = {
  "grocery-gourmet-food": list(
    "Royal Grain, Iyabo, Ruwa, Kebbi Crown, Mama Tolani, Gidan Noma, Obiarawa, Ekwuru, Sabon Rana, Amaravi Pot, Ododo Gold, Tamunoba, Farin Wata, Ilepawa, Ajike Choice, Umuedeka, Danjiriwa, Benuwa, Oke Pot, Zazzola, Nkwo Basket, Irewole Table, Kwatano, Ayomirawa, Tiv Basket, Ugbanaka, Makodawa, Rafin Gold, Oshunware, Yar Gona",
  ),
  household: list(
    "Farinwawa, Gidajewa, Ilekowa, Tsaftawa, Mimowa, Obodo Nest, Ulormawa, Adakuru, Kwanowa, Igbalewa, Zobewa, Haskakawa, Mama Nkechika, Ododowa, Teburiwa, Arodanwa, Fantekawa, Ibusunwa, Ruwankawa, Sabulu Gold, Ukwudiwa, Eko Shine",
  ),
  "women-clothing-fashion": FASHION,
  "men-clothing-fashion": FASHION,
  "beauty-health-hair": list(
    "Adunni, Orisun Glow, Kwalliwa, Ewajiwa, Nwamaraka, Shuku Care, Lallewa, Omoge Soft, Turarewa, Oriakuma, Ziyada Skin, Belarawa, Ibadiwa, Ayoniwa, Ogechi Bloom, Sadarawa, Irekewa, Efunlawa, Kitsarawa, Tonariwa, Ugoma Pure, Hadaratu",
  ),
  "mobile-accessories": TECH,
  "computer-accessories": TECH,
  "babies-kids-teens": list(
    "Tutu Bebi, Yarolawa, Nwantitiwa, Ibeji Joy, Little Oga, Kekerewa, Jaririya, Ayomide Tots, Sunny Iroko, Bebiwawa, Chubiwa, Tomitots, Smalliewa, Baby Palmwa, Ejikawa, Zakari Junior, Adaeze Minis, First Harmattan, Mami Zeewa, Olomowa",
  ),
  "jewelry-watches": list(
    "Ilekewa, Zinariya, Oromawa, Wurafin, Agogowa, Idunu Gem, Iyunwa, Lantana Row, Azurfawa, Ejigbawa, Sarautawa, Nzukowa, Kyalliwa, Durosi Time, Tagullawa, Asikowa, Adornwawa, Biniwura",
  ),
  automotive: list(
    "Motarawa, Hanyawa, Ladugowa, Irinsewa, Nwagear, Tayawawa, Gudu Pro, Injiniyawa, Roadikowa, Sokorowa, Danfo Master, Molue Works, Birkiwa, Onajawa, Ugbokele, Mekanikowa, Oilarawa, Tafarkiwa",
  ),
};
