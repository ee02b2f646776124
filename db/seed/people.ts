import type { Random } from "./random.ts";

const FIRST_NAMES =
  "Adaeze Chinedu Ngozi Emeka Ifeoma Obinna Chiamaka Uche Amaka Kelechi Nkechi Ikenna Chioma Tochukwu Bola Tunde Folake Segun Yetunde Kunle Bisi Wale Ronke Femi Titilayo Gbenga Abimbola Dayo Morenike Kayode Aisha Musa Fatima Ibrahim Zainab Sani Halima Bello Hauwa Abubakar Rukayat Umar Maryam Yusuf Hadiza Aliyu Efe Osaze Ese Oghenero Blessing Ekaette Etim Idara Nsikan Terver Ladi Dooshima Gift Precious".split(
    " ",
  );
const LAST_NAMES =
  "Obi Okafor Eze Nwosu Okeke Onyeka Chukwu Nnamdi Anyanwu Iwu Igwe Umeh Adeyemi Balogun Ogunleye Adebayo Olawale Akinola Oyelaran Fashola Alabi Ojo Bakare Coker Salami Lawal Musa Garba Danjuma Abdullahi Suleiman Shehu Yakubu Mohammed Bala Idris Usman Dikko Okoro Ekpo Effiong Bassey Udoh Inyang Akpan Omoregie Igbinedion Osagie Ehigie Edosa Tarka Aondo Gyang Dung Pam Briggs Amadi Wike Dokubo Jack".split(
    " ",
  );

/** Locations of buyers: city, state, a market or street, postal code; larger cities more often. */
const PLACES: readonly (readonly [city: string, state: string, street: string, postal_code: string])[] = [
  ["Ikeja", "Lagos", "Allen Avenue", "100271"],
  ["Lagos Island", "Lagos", "Balogun Market, Breadfruit Street", "101223"],
  ["Yaba", "Lagos", "Tejuosho Market", "101245"],
  ["Surulere", "Lagos", "Ogunlana Drive", "101283"],
  ["Ikorodu", "Lagos", "Sagamu Road", "104101"],
  ["Onitsha", "Anambra", "Main Market, New Market Road", "430001"],
  ["Nnewi", "Anambra", "Nkwo Nnewi Market", "435101"],
  ["Aba", "Abia", "Ariaria International Market", "450001"],
  ["Kano", "Kano", "Sabon Gari Market", "700001"],
  ["Kano", "Kano", "Kantin Kwari Market", "700101"],
  ["Ibadan", "Oyo", "Bodija Market Road", "200001"],
  ["Port Harcourt", "Rivers", "Mile 1 Market, Ikwerre Road", "500001"],
  ["Abuja", "FCT", "Wuse Market, Zone 5", "900281"],
  ["Enugu", "Enugu", "Ogbete Main Market", "400001"],
  ["Benin City", "Edo", "Oba Market, Ring Road", "300001"],
  ["Kaduna", "Kaduna", "Central Market, Ahmadu Bello Way", "800001"],
  ["Jos", "Plateau", "Terminus Market", "930001"],
  ["Uyo", "Akwa Ibom", "Itam Market", "520001"],
  ["Ilorin", "Kwara", "Ipata Market", "240001"],
  ["Maiduguri", "Borno", "Monday Market", "600001"],
  ["Warri", "Delta", "Igbudu Market", "332001"],
  ["Owerri", "Imo", "Relief Market", "460001"],
];

const PREFIXES = "0803 0806 0813 0816 0703 0706 0805 0807 0815 0802 0808 0812 0909".split(" ");

export type DemoPerson = {
  first_name: string;
  last_name: string;
  /** In several formats used in Nigeria. */
  phone: string;
  address: string;
  city: string;
  state: string;
  postal_code: string;
};

/** A wholesale buyer; deterministic for the same source. */
export function demoPerson(random: Random): DemoPerson {
  const [city, state, street, postal_code] = random.pick(random.chance(0.4) ? PLACES.slice(0, 5) : PLACES);
  const number = `${random.pick(PREFIXES)}${String(random.int(0, 9_999_999)).padStart(7, "0")}`;
  return {
    first_name: random.pick(FIRST_NAMES),
    last_name: random.pick(LAST_NAMES),
    phone: spelled(random, number),
    address: `${random.int(1, 180)} ${street}`,
    city,
    state,
    postal_code,
  };
}

function spelled(random: Random, number: string): string {
  const spellings = [
    number,
    `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`,
    `+234${number.slice(1)}`,
    `+234 ${number.slice(1, 4)} ${number.slice(4, 7)} ${number.slice(7)}`,
  ];
  return random.pick(spellings);
}
