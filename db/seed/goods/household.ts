import { readGoods } from "./goods.ts";

/** Household. */
export const household = readGoods(`
detergent: sub cleaning-laundry, icon bubbles, pack pouch, share 6, colours blue magenta lime
names: {brand} {kind} detergent, {size} | {brand} detergent powder, {kind}, {size}
kinds: lemon | lavender | hand-wash | machine-wash | multi-action | stain-removing
packs: carton of 12; 23,800; 11.2; 900 g | carton of 60; 14,900; 6.3; 90 g | carton of 6; 24,500; 12.4; 2 kg | 10 kg bag; 19,800; 10.1; 10 kg
origins: Ibadan | Ikorodu | Aba | Kano
about: Plenty of foam even in borehole water; blended in {origin}. | Loosens stains in cold water and is kind to colours; made in {origin}.
use: Sachets for kiosks, large packs for laundries. | Leaves a light, clean scent.

bar-soap: sub cleaning-laundry, icon soap, pack carton, share 5, colours mint gold
names: {brand} multi-purpose bar soap, {size} | {brand} {kind} bar soap, {size}
kinds: multi-purpose | laundry | blue | tablet | lime
packs: carton of 48; 26,500; 10.4; 200 g | carton of 24; 25,800; 10.2; 400 g | carton of 10; 24,200; 10.6; 1 kg
origins: Aba | Ikorodu | Kano | Onitsha
about: A hard, long-lasting bar from {origin} for clothes, plates and floors. | Made in {origin} with palm kernel oil; does not go soft in the dish.
use: Cuts cleanly, so it can be sold by the piece. | Kind to the hands.

liquid-cleaner: sub cleaning-laundry, icon broom, pack bottle, share 4, colours lime plum sky
names: {brand} {kind}, {size} | {brand} {kind} refill, {size}
kinds: dishwashing liquid, lemon | bleach | floor cleaner, pine | disinfectant | toilet cleaner | fabric softener
packs: carton of 12; 16,800; 12.6; 1 L | carton of 24; 19,400; 12.9; 500 ml | carton of 4; 18,200; 17.1; 4 L
origins: Ibadan | Ikeja | Port Harcourt
about: Strong on grease and germs, mild in scent; mixed in {origin}. | A thick liquid that needs little; filled in {origin} with child-safe caps.
use: Hotels and canteens take the large size. | Do not mix with other cleaners.

pots: sub kitchenware, icon shallow-pan-of-food, pack carton, share 5, colours clay slate
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: non-stick pot set | aluminium pot set | frying pan set | steamer | granite-coated casserole
packs: set of 4; 46,500; 5.2; 20 to 28 cm | carton of 6 sets; 262,000; 30.4; 20 to 28 cm | set of 7; 82,000; 9.1; 16 to 32 cm
origins: Kano | Lagos | Ningbo
about: Thick bases that do not burn rice; finished in {origin}. | Even heat and riveted handles; every set is checked in {origin}.
use: Works on gas, kerosene and electric. | Wedding season doubles demand.

plates-cups: sub kitchenware, icon fork-and-knife-with-plate, pack carton, share 4, colours teal rust
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: breakable plate set | melamine plates | drinking glasses | stainless cutlery set | ceramic mugs | food flasks
packs: carton of 24; 48,500; 11.2; assorted | carton of 6 sets; 92,000; 21.4; 24 pieces; set | set of 24; 17,900; 3.8; 24 pieces; set | carton of 48; 62,500; 14.6; plain
origins: Lagos Island | Guangzhou | Kano
about: Smooth rims and bright glaze; packed with dividers in {origin}. | Stack neatly and wash easily; sorted in {origin}.
use: Used for souvenirs at parties as well. | Breakage in transit is replaced.

buckets-bowls: sub plastics-storage, icon bucket, pack tub, share 4, colours red forest blue
names: {brand} {kind}, {size} | {brand} plastic {kind}, {size}
kinds: buckets with lid | wash bowls | food containers | water drums | laundry baskets | storage boxes
packs: pack of 10; 24,500; 7.4; 20 L | pack of 12; 16,800; 5.1; 10 L | pack of 6; 33,500; 9.8; 50 L; drums|boxes | pack of 3; 36,500; 9.4; 120 L; drums | pack of 24; 19,500; 4.2; 3 L; containers | pack of 12; 16,200; 3.4; 5 L; containers
origins: Ikorodu | Onitsha | Kano | Ota
about: Thick virgin plastic from {origin} that does not crack when dropped. | Firm handles and tight lids; moulded in {origin}.
use: Nested, so that a bus carries hundreds. | Colours are mixed unless you ask for one.

led-bulbs: sub lighting-power, icon light-bulb, pack devicebox, share 5, colours amber sky
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: LED bulb, screw base | LED bulb, pin base | rechargeable bulb | solar lantern | security floodlight | extension box
packs: carton of 50; 46,500; 4.1; 9 W; bulb | carton of 100; 99,500; 9.2; 12 W; bulb | carton of 20; 38,500; 3.4; 20 W; bulb | pack of 10; 11,900; 0.9; 9 W; bulb | carton of 10; 64,000; 5.8; large | carton of 20; 84,000; 7.1; medium
origins: Zhongshan | Alaba | Lagos
about: Bright, cool light that stands swings from 100 to 265 volts; tested in {origin}. | Uses a tenth of the power of an old bulb; burned in for eight hours in {origin}.
use: Two years' replacement. | A sure seller in every street.

torches: sub lighting-power, icon flashlight, pack blister, share 3, colours graphite lime
names: {brand} {kind}, {size} | {brand} rechargeable {kind}, {size}
kinds: torch | headlamp | work light | camping lamp | emergency light
packs: carton of 20; 62,500; 5.4; medium | carton of 10; 54,500; 5.9; large | carton of 50; 96,000; 7.8; small
origins: Ningbo | Kano | Lagos
about: A wide, steady beam for six hours; charged and tested in {origin}. | Solid switch and sealed lens; checked in {origin}.
use: Charges by USB or the pull-out plug. | Watchmen, campers and traders all need one.

tissue: sub tissue-paper, icon roll-of-paper, pack softpack, share 5, colours rose sky mint
names: {brand} {kind}, {size} | {brand} soft {kind}, {size}
kinds: toilet rolls | kitchen towels | facial tissue | serviettes | hand towels
packs: bale of 48; 14,800; 6.1; 2-ply | bale of 24; 9,400; 3.4; 3-ply | carton of 36; 17,600; 5.2; 2-ply | bale of 96; 27,900; 11.8; 2-ply
origins: Ogun | Ibadan | Aba | Kaduna
about: Soft, white and strong when wet; rolled in {origin} from pure pulp. | Even sheets that tear cleanly; made in {origin}.
use: Schools, hotels and churches order by the bale. | Light to carry: plan your van by volume.

bedsheets: sub bedding-towels, icon bed, pack bale, share 4, colours indigo blush teal
names: {brand} {kind}, {size} | {brand} cotton {kind}, {size}
kinds: bedsheet sets | duvet sets | bath towels | pillowcases | blankets | window curtains
packs: bale of 10; 89,500; 11.6; 6 x 6 ft | bale of 20; 168,000; 21.9; 4 x 6 ft | pack of 5; 52,500; 6.4; 7 x 7 ft | bale of 24; 98,000; 13.2; 70 x 140 cm; towels | pack of 12; 26,500; 2.4; 50 x 75 cm; pillowcases
origins: Kano | Aba | Istanbul | Lagos
about: Closely woven and colour-fast; sewn in {origin} with deep corners. | Soft from the first wash; cut and hemmed in {origin}.
use: Zipped carry bags, one set to each. | Hotels can order plain white at the same price.

mosquito: sub pest-control, icon mosquito, pack tin, share 3, colours red forest
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: insect spray | mosquito coils | treated bed nets | roach gel | rat glue boards | citronella candles
packs: carton of 24; 38,500; 8.2; 300 ml; spray | carton of 12; 29,500; 7.4; 600 ml; spray | carton of 60; 21,500; 9.8; small pack | carton of 24; 24,500; 8.4; family pack
origins: Agbara | Kano | Port Harcourt
about: Acts within minutes and lasts the night; made in {origin}. | Registered active substance, low smell; filled in {origin}.
use: Demand rises with the first rains. | Keep away from food and children.
`);
