import { readGoods } from "./goods.ts";

/** Jewelry and watches. */
export const jewelry = readGoods(`
necklaces: sub necklaces-sets, icon gem-stone, pack case, share 5, colours plum forest blush
names: {brand} {kind} necklace, {size} | {brand} {kind} jewelry set, {size}
kinds: gold-tone | zirconia | pearl | stainless steel | bridal | layered
packs: pack of 12; 42,500; 1.3; assorted | pack of 6; 24,800; 0.8; one design | pack of 24; 79,500; 2.4; assorted
origins: Lagos Island | Dubai | Yiwu
about: Plated thick enough to keep its colour; graded in {origin}. | Bright {kind} pieces with a safe clasp, picked in {origin} for owambe season.
use: Wipe with a dry cloth and keep away from perfume. | Each set is pinned in its own box.

earrings: sub earrings-rings, icon oyster, pack tray, share 4, colours indigo rose
names: {brand} {kind} earrings, {size} | {brand} {kind} earrings ({size})
kinds: hoop | stud | tassel | ankara button | drop | clip-on
packs: display of 24 pairs; 21,500; 0.7; assorted | display of 48 pairs; 39,800; 1.3; assorted | pack of 12 pairs; 12,900; 0.4; one design
origins: Lagos | Osogbo | Guangzhou
about: Light on the ear and nickel-free; carded in {origin}. | Hand-finished {kind} earrings from {origin} in twelve designs.
use: A counter display that refills itself. | Backs are included, with spares.

rings: sub earrings-rings, icon ring, pack case, share 4, colours navy gold
names: {brand} {kind} rings, {size} | {brand} {kind} ring set, {size}
kinds: wedding band | engagement | stainless steel | signet | stackable
packs: pack of 12; 33,500; 0.4; sizes 6 to 10 | pack of 36; 92,000; 1; sizes 5 to 11 | pack of 6; 19,500; 0.2; one size
origins: Lagos Island | Dubai | Bangkok
about: Polished inside and out, so it sits well; sized in {origin}. | {brand} rings are made of solid 316 steel and finished in {origin}.
use: Does not turn the finger green. | Comes with a velvet tray.

beads: sub beads-bracelets, icon prayer-beads, pack pouch, share 4, colours clay teal brown
names: {brand} {kind}, {size} | {brand} {kind} strands, {size}
kinds: coral beads | waist beads | crystal beads | Bida glass beads | wooden bracelets | cowrie bracelets
packs: pack of 20; 29,500; 1.6; 16 inch | pack of 50; 64,000; 3.9; mixed | pack of 10; 18,500; 0.8; 32 inch
origins: Bida | Benin | Ilorin | Osogbo
about: Even, well-drilled {kind} from {origin} craftspeople. | Strung by hand in {origin} in the colours of the season.
use: For bead makers and for resale as they are. | Wash in mild soap; the colour stays.

mens-watches: sub watches, icon watch, pack case, share 5, colours graphite brown blue
names: {brand} men's {kind} watch, {size} | {brand} {kind} watches for men, {size}
kinds: leather-strap | steel-chain | digital sports | chronograph-style | slim | skeleton-dial
packs: pack of 5; 64,500; 0.9; 42 mm | pack of 10; 122,000; 1.8; assorted | carton of 50; 568,000; 8.4; assorted
origins: Lagos Island | Shenzhen | Dubai
about: A reliable quartz movement in a solid case; set and tested in {origin}. | Scratch-resistant glass and a strap that can be changed; checked in {origin}.
use: Battery fitted, spare included. | Splash-proof; not for swimming.

ladies-watches: sub watches, icon watch, pack tray, share 4, colours rose lilac
names: {brand} ladies' {kind} watch, {size} | {brand} {kind} watches for women, {size}
kinds: bracelet | rose-gold | mesh-strap | crystal-dial | couple | ceramic
packs: display of 9; 74,500; 1.1; 34 mm | pack of 5; 48,500; 0.7; one design | display of 18; 146,000; 2.2; assorted
origins: Lagos | Shenzhen | Dubai
about: Slender cases with a clasp that is easy to open; set in {origin}. | A bright dial and a quiet movement; every piece is run for a day in {origin}.
use: Often bought with a matching bracelet. | Twelve months on the movement.

gift-boxes: sub gift-boxes, icon wrapped-gift, pack carton, share 2, colours red gold
names: {brand} {kind}, {size} | {brand} jewelry {kind}, {size}
kinds: ring boxes | gift boxes with ribbon | velvet pouches | watch boxes | display stands
packs: carton of 48; 38,500; 4.8; small | carton of 24; 34,500; 5.2; medium | carton of 100; 44,000; 3.6; mixed
origins: Yiwu | Lagos | Aba
about: Stiff board and soft lining, so the piece inside looks its price; made in {origin}. | Neat corners and a snug lid; finished in {origin}.
use: Your shop's name can be hot-stamped from ten cartons. | Ships flat where the model allows.
`);
