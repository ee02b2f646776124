import { readGoods } from "./goods.ts";

/** Babies, kids and teens. */
export const babies = readGoods(`
diapers: sub diapers-wipes, icon baby, pack softpack, share 6, colours sky rose
names: {brand} baby diapers, {kind}, {size} | {brand} {kind} diapers, {size}
kinds: newborn | size 2 mini | size 3 midi | size 4 maxi | size 5 junior | pull-up pants
packs: carton of 6; 41,500; 8.2; 40 pcs | carton of 4; 44,800; 8.9; 64 pcs | carton of 12; 33,500; 5.6; 10 pcs
origins: Ibadan | Agbara | Shagamu
about: Thin, dry diapers made in {origin} with a wetness line and soft waistband. | Holds through the night; the {origin} line seals every pack by weight.
use: Mothers come back for the same size: keep two in stock. | Fragrance-free and breathable.

baby-wipes: sub diapers-wipes, icon lotus, pack pouch, share 3, colours mint lilac
names: {brand} {kind} baby wipes, {size} | {brand} wipes, {kind}, {size}
kinds: unscented | aloe | chamomile | thick | water-based
packs: carton of 24; 25,800; 9.6; 80 pcs | carton of 48; 29,400; 8.7; 40 pcs | carton of 72; 22,800; 5.4; 10 pcs
origins: Ikeja | Shagamu | Kano
about: Soft, strong wipes from {origin} without alcohol. | Gentle enough for a newborn's face; moistened with purified water in {origin}.
use: The flap closes tight, so they stay wet. | Bought for homes, salons and cars alike.

baby-food: sub baby-food-feeding, icon bowl-with-spoon, pack tin, share 4, colours amber teal
names: {brand} {kind}, {size} | {brand} baby {kind}, {size}
kinds: maize and soya cereal | rice cereal | millet and milk cereal | fruit and oat cereal | wheat and banana cereal
packs: carton of 12; 44,500; 5.9; 400 g | carton of 6; 47,500; 6.2; 900 g | carton of 24; 31,000; 4.2; 150 g
origins: Agbara | Jos | Ota
about: A smooth first cereal from {origin}, with iron and without added sugar. | From six months: made in {origin} and dissolves without lumps.
use: Breast milk is best for the first six months. | Sealed tin with scoop and feeding table.

feeding-bottles: sub baby-food-feeding, icon baby-bottle, pack blister, share 3, colours blue blush
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: feeding bottles | training cups | silicone teats | baby spoon sets | bottle brushes | bibs
packs: carton of 24; 43,500; 3.6; 250 ml; bottles|cups | pack of 12; 24,500; 1.7; 150 ml; bottles|cups | carton of 48; 46,500; 3.9; assorted colours | pack of 12; 13,900; 1.1; assorted colours
origins: Lagos | Bangkok | Onitsha
about: BPA-free and easy to sterilise; inspected in {origin}. | Slow-flow and colic-safe, with a scale that does not wash off; packed in {origin}.
use: Boil before the first use. | Cards hang on one hook in assorted colours.

baby-clothes: sub kids-clothing, icon teddy-bear, pack garments, share 5, colours gold mint rose
names: {brand} baby {kind}, {size} | {brand} {kind} for babies, {size}
kinds: bodysuits | rompers | sleepsuits | layette sets | cotton shawls | two-piece sets
packs: pack of 12; 31,500; 1.6; 0 to 12 months | pack of 6; 18,400; 0.9; newborn | bale of 60 pcs; 142,000; 7.6; 0 to 24 months
origins: Aba | Lagos | Izmir
about: Pure cotton {kind} from {origin} with nickel-free snaps. | Soft seams and wide necks; washed once in {origin} before packing.
use: White, lemon and pastel in every pack. | Tested for 40-degree wash.

kids-clothes: sub kids-clothing, icon shorts, pack polybag, share 4, colours indigo lime
names: {brand} children's {kind}, {size} | {brand} kids' {kind}, {size}
kinds: school shorts | polo tops | party dresses | tracksuits | denim sets | pinafores
packs: pack of 12; 44,500; 3.1; 4 to 12 years | pack of 6; 24,500; 1.6; 2 to 8 years | bale of 50 pcs; 168,000; 12.8; mixed ages
origins: Aba | Kano | Ibadan
about: Sturdy {kind} sewn in {origin} with room to grow. | Strong knees, double seams and colours that last; from {origin}.
use: School colours on request from ten packs. | Busy season is August and December.

toys: sub toys-games, icon puzzle-piece, pack devicebox, share 4, colours clay blue lime
names: {brand} {kind}, {size} | {brand} children's {kind}, {size}
kinds: building blocks | wooden puzzles | toy cars | dolls | learning cards | ludo and draughts sets
packs: carton of 24; 68,500; 9.2; 3 years and up | carton of 12; 39,000; 5.1; 5 years and up | carton of 48; 92,000; 12.4; assorted
origins: Yiwu | Lagos | Shantou
about: Rounded edges and non-toxic colours; every carton is opened and checked in {origin}. | Keeps children busy and learning; chosen in {origin}.
use: Comes in gift-ready boxes. | Small parts: not for children under three.

school-bags: sub school-supplies, icon backpack, pack tote, share 4, colours red navy plum
names: {brand} {kind}, {size} | {brand} school {kind}, {size}
kinds: backpacks | trolley bags | lunch bags | pencil cases | teen laptop backpacks
packs: carton of 20; 134,000; 11.8; 16 inch | carton of 12; 96,000; 8.4; 18 inch | pack of 6; 39,500; 2.9; 14 inch | carton of 24; 58,000; 5.2; assorted; lunch|pencil
origins: Quanzhou | Kano | Lagos
about: Padded straps and double zips, made to carry books all year; checked in {origin}. | Water-repellent {kind} with reflective strips, picked in {origin}.
use: Order before September. | Assorted designs for boys, girls and teens.

exercise-books: sub school-supplies, icon notebook, pack carton, share 3, colours teal gold
names: {brand} {kind}, {size} | {brand} school {kind}, {size}
kinds: exercise books | higher-education notebooks | drawing books | graph books | hard-cover notebooks | 2A exercise books
packs: carton of 120; 33,500; 9.6; 60 leaves | carton of 240; 46,500; 14.8; 40 leaves | carton of 60; 36,000; 11.4; 100 leaves
origins: Ibadan | Aba | Kano
about: Bright 60 g paper that takes ink without bleeding, ruled and stapled in {origin}. | Printed and bound in {origin}, with times tables on the back cover.
use: School crests can be printed from fifty cartons. | Wrapped by the dozen inside.

kids-shoes: sub kids-shoes, icon flat-shoe, pack shoebox, share 3, colours rose sky
names: {brand} children's {kind}, {size} | {brand} kids' {kind}, {size}
kinds: school sandals | party shoes | sneakers | foam clogs | rain boots
packs: carton of 12 pairs; 62,500; 6.4; 24 to 35 | carton of 24 pairs; 121,000; 12.9; 24 to 38
origins: Aba | Onitsha | Kano
about: Light {kind} with hook-and-loop straps, moulded in {origin}. | Flexible soles for running about; made in {origin}.
use: A full run of children's sizes in every carton. | Inner soles can be wiped clean.
`);
