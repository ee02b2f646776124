/** The categories of the demo shop: ten top-level ones with sub-categories. `share` is the share of all products. */
export type TopCategory = {
  slug: string;
  name: string;
  description: string;
  share: number;
  subs: readonly (readonly [slug: string, name: string, description: string])[];
};

export const TOP_CATEGORIES: readonly TopCategory[] = [
  {
    slug: "grocery-gourmet-food",
    name: "Grocery & Gourmet Food",
    share: 19,
    description: "Rice, beans, oils, drinks and everything else a food shop sells by the bag and carton.",
    subs: [
      ["rice-grains", "Rice & Grains", "Parboiled, ofada, basmati and local rice, maize and millet by the bag."],
      ["beans-legumes", "Beans & Legumes", "Brown and white beans, soya and groundnuts, cleaned and sorted."],
      ["oils-spices", "Oils & Spices", "Palm and vegetable oil, pepper, seasoning, salt, sugar and honey."],
      ["drinks-water", "Drinks & Water", "Table water, soft drinks, milk, cocoa, tea and coffee."],
      ["flour-pasta", "Flour, Garri & Pasta", "Garri, semolina, flour, spaghetti and noodles."],
      ["tinned-sauces", "Tinned Food & Sauces", "Tomato paste, fish, corn and beans that keep for years."],
      ["snacks-breakfast", "Snacks & Breakfast", "Biscuits, chips and cereals for kiosks and shelves."],
    ],
  },
  {
    slug: "household",
    name: "Household",
    share: 12,
    description: "Cleaning, kitchen, lighting and bedding: the goods every home buys again.",
    subs: [
      ["cleaning-laundry", "Cleaning & Laundry", "Detergents, bar soaps and liquid cleaners by the carton."],
      ["kitchenware", "Kitchenware", "Pots, plates, flasks and cutlery in sets and cartons."],
      ["plastics-storage", "Plastics & Storage", "Buckets, bowls, drums and boxes, nested for transport."],
      ["lighting-power", "Lighting & Power", "LED bulbs, lanterns and torches for steady and unsteady light."],
      ["tissue-paper", "Tissue & Paper", "Toilet rolls, kitchen towels and serviettes by the bale."],
      ["bedding-towels", "Bedding & Towels", "Bedsheets, duvets, towels and curtains."],
      ["pest-control", "Pest Control", "Sprays, coils, nets and traps."],
    ],
  },
  {
    slug: "women-clothing-fashion",
    name: "Women's Clothing & Fashion",
    share: 13,
    description: "Gowns, tops, fabrics, shoes and bags for boutiques and market stalls.",
    subs: [
      ["dresses-gowns", "Dresses & Gowns", "Ankara gowns, office dresses, kaftans and abayas."],
      ["tops-blouses", "Tops & Blouses", "Chiffon, satin and cotton tops by the pack and bale."],
      ["fabrics-lace", "Fabrics & Lace", "Ankara, adire, brocade and lace by the bundle."],
      ["womens-shoes", "Women's Shoes", "Heels, sandals and flats in full size runs."],
      ["bags-purses", "Bags & Purses", "Totes, clutches and handbag sets."],
      ["lingerie-scarves", "Lingerie & Scarves", "Underwear, hijabs, bonnets and gele."],
    ],
  },
  {
    slug: "beauty-health-hair",
    name: "Beauty, Health & Hair",
    share: 12,
    description: "Skin, hair and bath care, make-up and fragrance for salons and shelves.",
    subs: [
      ["skin-care", "Skin Care", "Lotions, butters and creams for every skin."],
      ["soap-bath", "Soap & Bath", "Bath soaps, shower gels and scrubs."],
      ["hair-care", "Hair Care", "Creams, gels and treatments for natural and relaxed hair."],
      ["wigs-extensions", "Wigs & Extensions", "Braiding hair, wigs and bundles by the pack."],
      ["make-up-fragrance", "Make-up & Fragrance", "Lip, face and nail colours, perfumes and mists."],
      ["oral-care-health", "Oral Care & Health", "Toothpaste, first aid and hygiene."],
    ],
  },
  {
    slug: "mobile-accessories",
    name: "Mobile Accessories",
    share: 9,
    description: "Chargers, cables, power banks, sound and cases for phone stalls.",
    subs: [
      ["chargers-cables", "Chargers & Cables", "Wall and car chargers and cables of every kind."],
      ["power-banks", "Power Banks", "True-capacity power banks from 5,000 to 30,000 mAh."],
      ["earphones-speakers", "Earphones & Speakers", "Earbuds, headphones and rechargeable speakers."],
      ["cases-screen-guards", "Cases & Screen Guards", "Cases and guards sorted by model."],
      ["holders-memory", "Holders & Memory", "Stands, tripods and memory cards."],
    ],
  },
  {
    slug: "men-clothing-fashion",
    name: "Men's Clothing & Fashion",
    share: 11,
    description: "Shirts, trousers, native wear, shoes and small leather goods.",
    subs: [
      ["shirts-t-shirts", "Shirts & T-shirts", "Office shirts, polos and t-shirts by the bale."],
      ["trousers-jeans", "Trousers & Jeans", "Jeans, chinos, cargos and joggers."],
      ["native-wear-fabrics", "Native Wear & Fabrics", "Senator wear, kaftans, cashmere and atiku."],
      ["mens-shoes", "Men's Shoes", "Loafers, slippers, boots and sneakers."],
      ["underwear-socks", "Underwear & Socks", "Boxers, singlets and socks by the dozen."],
      ["caps-belts", "Caps & Belts", "Caps, belts and wallets."],
    ],
  },
  {
    slug: "babies-kids-teens",
    name: "Babies, Kids & Teens",
    share: 8,
    description: "From newborn to school leaver: diapers, food, clothes, toys and school goods.",
    subs: [
      ["diapers-wipes", "Diapers & Wipes", "Diapers in all sizes and soft wipes."],
      ["baby-food-feeding", "Baby Food & Feeding", "First cereals, bottles and cups."],
      ["kids-clothing", "Kids' Clothing", "Layettes, school wear and party clothes."],
      ["toys-games", "Toys & Games", "Blocks, puzzles, dolls and board games."],
      ["school-supplies", "School Supplies", "Bags, exercise books and colours."],
      ["kids-shoes", "Kids' Shoes", "Sandals, sneakers and school shoes."],
    ],
  },
  {
    slug: "computer-accessories",
    name: "Computer Accessories",
    share: 7,
    description: "Keyboards, storage, cables, bags, paper and networking for offices and schools.",
    subs: [
      ["keyboards-mice", "Keyboards & Mice", "Wired and wireless keyboards and mice."],
      ["storage-drives", "Storage & Drives", "Flash drives and enclosures with true capacity."],
      ["cables-adapters", "Cables & Adapters", "Display, network and power cables and hubs."],
      ["laptop-bags-stands", "Laptop Bags & Stands", "Backpacks, sleeves, stands and webcams."],
      ["printing-paper", "Printing & Paper", "Toner, ink and copy paper."],
      ["networking-power", "Networking & Power", "Routers, switches and surge protection."],
    ],
  },
  {
    slug: "jewelry-watches",
    name: "Jewelry & Watches",
    share: 6,
    description: "Necklaces, rings, beads and watches with the boxes to give them in.",
    subs: [
      ["necklaces-sets", "Necklaces & Sets", "Necklaces and matching sets for every day and owambe."],
      ["earrings-rings", "Earrings & Rings", "Studs, hoops, bands and rings."],
      ["beads-bracelets", "Beads & Bracelets", "Coral, crystal and glass beads, bracelets and waist beads."],
      ["watches", "Watches", "Watches for men, women and children."],
      ["gift-boxes", "Gift Boxes", "Boxes, pouches and stands."],
    ],
  },
  {
    slug: "automotive",
    name: "Automotive",
    share: 6,
    description: "Tyres, oils, batteries, tools and spares for workshops and dealers.",
    subs: [
      ["tyres-wheels", "Tyres & Wheels", "Tyres for cars, vans, tricycles and motorcycles."],
      ["oils-fluids", "Oils & Fluids", "Engine oils, gear oils and fluids from 1 to 208 litres."],
      ["batteries-electrical", "Batteries & Electrical", "Batteries, bulbs and cables."],
      ["car-care", "Car Care", "Shampoos, polishes and cleaners."],
      ["tools-spares", "Tools & Spares", "Tool sets and wear parts."],
      ["car-accessories", "Car Accessories", "Seat covers, mats and shades."],
    ],
  },
];
