import { readGoods } from "./goods.ts";

/** Automotive. */
export const automotive = readGoods(`
tyres: sub tyres-wheels, icon wheel, pack tyre, share 5, colours red blue gold
names: {brand} {kind} tyre, {size} | {brand} {kind} tyres {size}
kinds: all-season | touring | tubeless | comfort | reinforced | wet-grip
packs: set of 4; 214,000; 36.5; 195/65 R15 | set of 4; 248,000; 40.2; 205/55 R16 | set of 2; 168,000; 32.8; 265/65 R17 | set of 4; 172,000; 28.4; 175/70 R13
origins: Qingdao | Lagos | Jakarta
about: Deep tread for wet roads and strong walls against potholes; shipped through {origin}. | Runs quietly and wears evenly; date-coded in {origin} this year.
use: Never used, never regrooved; the week of production is on the wall. | Store upright and out of the sun.

engine-oil: sub oils-fluids, icon oil-drum, pack jerrycan, share 5, colours graphite amber forest
names: {brand} engine oil {kind}, {size} | {brand} {kind} motor oil, {size}
kinds: 20W-50 | 15W-40 diesel | 5W-30 full synthetic | 10W-40 | SAE 40
packs: carton of 12; 49,500; 11.2; 1 L | carton of 4; 64,000; 15.1; 4 L | carton of 3; 58,500; 13.8; 5 L | 25 L keg; 92,000; 22.9; 25 L
origins: Apapa | Ibafo | Port Harcourt
about: Blended in {origin} from virgin base oil for hot climates and long idling. | Keeps pressure in older engines; every batch is sampled in {origin}.
use: Induction-sealed against refilling. | Mechanics' workshops order this by the month.

lubricant-drum: sub oils-fluids, icon fuel-pump, pack drum, share 3, colours blue clay
names: {brand} {kind}, {size} | {brand} {kind} drum, {size}
kinds: hydraulic oil | gear oil | diesel engine oil | coolant concentrate | transmission fluid
packs: 208 L drum; 498,000; 192; 208 L | 60 L drum; 168,000; 55.5; 60 L | 25 L drum; 78,500; 23.4; 25 L
origins: Apapa | Warri | Kaduna
about: For fleets and workshops: filled in {origin} under seal. | A clean {kind} that stands heat and dust; tested in {origin}.
use: Delivered on a pallet, pump on request. | Test certificate with every drum.

car-batteries: sub batteries-electrical, icon high-voltage, pack battery, share 4, colours red teal
names: {brand} {kind} battery, {size} | {brand} {kind} batteries, {size}
kinds: maintenance-free car | truck | deep-discharge inverter | motorcycle | tricycle
packs: pack of 2; 138,000; 33.6; 12 V 62 Ah | single unit; 88,500; 21.8; 12 V 75 Ah | single unit; 164,000; 38.4; 12 V 100 Ah; truck|inverter | single unit; 298,000; 61.5; 12 V 200 Ah; truck|inverter | pack of 4; 64,000; 11.2; 12 V 7 Ah; cycle
origins: Nnewi | Seoul | Lagos
about: Starts at the first turn; charged and load-tested in {origin} before dispatch. | Sealed and leak-proof, with an eye that shows its state; dated in {origin}.
use: Old units are taken back for recycling. | Eighteen months' guarantee.

car-bulbs: sub batteries-electrical, icon light-bulb, pack blister, share 3, colours indigo amber
names: {brand} {kind}, {size} | {brand} car {kind}, {size}
kinds: LED headlight bulbs | halogen bulbs | fog lamps | jump-start cables | USB car chargers
packs: carton of 20; 92,500; 4.1; 12 V | pack of 10; 49,000; 2.1; 12 V | pack of 10; 54,000; 2.3; 24 V
origins: Guangzhou | Ladipo | Nnewi
about: White light without glare, with a fan that cools it; checked in {origin}. | Plug-and-play fittings, sorted by socket in {origin}.
use: Socket types are listed on the card. | Sold in pairs.

car-care: sub car-care, icon sponge, pack pump, share 4, colours sky magenta
names: {brand} {kind}, {size} | {brand} car {kind}, {size}
kinds: shampoo with wax | dashboard polish | tyre shine | glass cleaner | engine degreaser | leather conditioner
packs: carton of 12; 28,500; 7.1; 500 ml | carton of 24; 49,500; 12.6; 450 ml | carton of 6; 24,500; 6.8; 1 L
origins: Ikeja | Nnewi | Ibadan
about: Lifts dust without scratching; mixed in {origin}. | A deep shine that lasts through rain; bottled in {origin}.
use: Car washes use one bottle for about twenty cars. | Fresh scent, no silicone smear.

tools: sub tools-spares, icon wrench, pack case, share 4, colours clay slate
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: spanner set | socket set | hydraulic jack | tyre inflator | screwdriver set | towing kit
packs: carton of 6; 108,000; 16.4; 24 pieces; set | carton of 4; 124,000; 18.9; 46 pieces; socket|spanner | carton of 10; 98,500; 13.2; 12 pieces; set | carton of 4; 116,000; 19.4; standard | carton of 2; 98,000; 15.8; heavy-duty
origins: Nnewi | Ningbo | Ladipo
about: Chrome-vanadium steel that does not round off; counted and oiled in {origin}. | Made for daily workshop use; each case is complete when it leaves {origin}.
use: Carry case with a place for every piece. | Spare parts on request.

spares: sub tools-spares, icon nut-and-bolt, pack carton, share 4, colours navy olive red
names: {brand} {kind}, {size} | {brand} {kind} for {size}
kinds: brake pads | oil filters | air filters | spark plugs | wiper blades | fan belts | shock absorbers
packs: carton of 10; 78,500; 8.8; saloon cars | carton of 20; 149,000; 16.2; buses | carton of 50; 196,000; 12.6; tricycles
origins: Nnewi | Ladipo | Yokohama | Aspamda
about: Fits without filing; each lot is measured in {origin}. | Made to last on rough roads, and boxed in {origin} with a part number.
use: Give the model and year in the order note. | Returns for wrong fit within seven days.

car-interior: sub car-accessories, icon automobile, pack polybag, share 3, colours graphite rust
names: {brand} {kind}, {size} | {brand} car {kind}, {size}
kinds: seat covers | rubber floor mats | sun shades | steering covers | car body covers
packs: pack of 5 sets; 98,000; 12.2; saloon | pack of 10 sets; 189,000; 24.1; saloon | pack of 5 sets; 118,000; 14.6; SUV
origins: Aba | Lagos | Yiwu
about: Thick, washable material with elastic edges, cut in {origin}. | A snug fit for most models; packed as full sets in {origin}.
use: Black, beige and grey in stock. | Fitted in ten minutes without tools.
`);
