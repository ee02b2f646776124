import { readGoods } from "./goods.ts";

/** Beauty, health and hair. */
export const beauty = readGoods(`
body-lotion: sub skin-care, icon lotion-bottle, pack jar, share 6, colours blush amber mint
names: {brand} {kind} body lotion, {size} | {brand} {kind} lotion, {size}
kinds: shea | cocoa butter | carrot | aloe vera | coconut | honey and milk
packs: carton of 12; 21,600; 5.6; 400 ml | carton of 24; 24,900; 6; 200 ml | carton of 6; 19,800; 5.4; 750 ml
origins: Ibadan | Ikeja | Ilorin | Aba
about: A {kind} lotion made in {origin} that sinks in fast and leaves no white film. | Softens dry skin for a whole day; blended in {origin} without bleaching agents.
use: For the whole family, including sensitive skin. | Batch and expiry are printed on every jar.

shea-butter: sub skin-care, icon chestnut, pack tub, share 3, colours gold lilac
names: {brand} {kind} shea butter, {size} | {brand} shea butter, {kind}, {size}
kinds: raw | whipped | lavender | unrefined ivory | yellow
packs: carton of 12; 24,800; 6.7; 500 g | carton of 24; 28,900; 6.6; 250 g | 10 kg tub; 38,500; 10.6; 10 kg
origins: Saki | Bida | Kwara | Borgu
about: Unperfumed shea pressed by women's groups around {origin}. | Creamy shea butter from {origin}, filtered through cotton and set slowly.
use: A base for soap and hair cream makers too. | Melts at body warmth; keep out of the sun.

bath-soap: sub soap-bath, icon soap, pack carton, share 5, colours mint rose sky
names: {brand} {kind} bath soap, {size} | {brand} {kind} soap, {size}
kinds: African black | lemon | antiseptic | papaya | oatmeal | turmeric
packs: carton of 72; 38,500; 8.2; 100 g | carton of 48; 36,200; 9; 175 g | pack of 12; 6,900; 1.4; 100 g
origins: Osogbo | Aba | Ikeja | Kaduna
about: A {kind} soap milled three times in {origin}, so that it lasts in the dish. | Rich lather even in hard water; cured for four weeks in {origin}.
use: For bathrooms, guest houses and gift packs. | Wrapped one by one with a paper band.

shower-gel: sub soap-bath, icon shower, pack pump, share 3, colours teal magenta
names: {brand} {kind}, {size} | {brand} {kind} with pump, {size}
kinds: shower gel | hand wash | liquid black soap | body scrub | bubble bath
packs: carton of 12; 26,400; 7.2; 500 ml | carton of 6; 22,800; 6.6; 1 L | carton of 24; 29,500; 7.4; 250 ml
origins: Ikeja | Ibadan | Onitsha
about: A mild {kind} from {origin} with a clean scent and no stickiness. | pH-balanced and free of triclosan; filled in {origin}.
use: The pump locks for transport. | Used by hotels, salons and clinics.

hair-cream: sub hair-care, icon hair-pick, pack jar, share 5, colours olive plum
names: {brand} {kind}, {size} | {brand} {kind} for natural hair, {size}
kinds: hair cream | edge control | leave-in conditioner | hair growth butter | braiding gel | relaxer kit
packs: carton of 12; 19,400; 3.9; 250 g | carton of 24; 24,500; 4.2; 125 g | carton of 6; 21,000; 4.6; 500 g
origins: Lagos | Aba | Kano | Benin
about: Holds without flakes; made in {origin} with castor and coconut oil. | A moisturising {kind} from {origin} for braids, locs and loose hair.
use: Salon owners take it by the carton. | No mineral smell, no residue on combs.

wigs: sub wigs-extensions, icon scissors, pack polybag, share 4, colours graphite rust
names: {brand} {kind}, {size} | {brand} {kind} hair, {size}
kinds: braiding extensions | bone-straight wig | kinky attachment | water-wave bundle | crochet twist | bob wig
packs: pack of 10; 24,000; 1.6; 24 inch | pack of 50; 112,000; 7.6; 26 inch | pack of 5; 68,500; 1.4; 14 inch; wig|bundle | pack of 10; 132,000; 2.7; 18 inch; wig|bundle
origins: Lagos | Xuchang | Aba
about: Tangle-free {kind} chosen in {origin}, soft from root to tip. | Light {kind} that can be dipped in hot water; sorted by shade in {origin}.
use: Shades 1, 1B, 27, 30 and burgundy can be mixed. | Each pack has a hanging card for the salon wall.

make-up: sub make-up-fragrance, icon lipstick, pack tray, share 4, colours rose magenta
names: {brand} {kind}, {size} | {brand} {kind} display, {size}
kinds: matte lipstick | lip gloss | pressed powder | lip liner | nail polish | foundation stick
packs: display of 24; 28,600; 1.3; 12 shades | display of 48; 54,000; 2.5; 24 shades | pack of 12; 15,800; 0.7; 6 shades
origins: Lagos | Yiwu | Milan
about: Colours made for dark and medium skin, selected in {origin}. | Smooth, long-wearing {kind}; tested for eight hours in the heat of {origin}.
use: Tester included in each display. | Shades are numbered, so reorders match.

perfume: sub make-up-fragrance, icon sparkles, pack devicebox, share 4, colours indigo gold plum
names: {brand} {kind}, {size} | {brand} {kind} spray, {size}
kinds: oud eau de parfum | body mist, vanilla | floral eau de parfum | roll-on deodorant | perfume oil, musk | fresh citrus cologne
packs: carton of 12; 58,000; 4.6; 100 ml | carton of 24; 66,000; 4.4; 50 ml | pack of 6; 18,500; 1.2; 30 ml
origins: Dubai | Lagos | Kano
about: A warm scent composed in {origin} that stays until evening. | Concentrated and smooth; bottled in {origin} in heavy glass.
use: Sealed in film with a batch code. | Strong seller before Sallah and Christmas.

toothpaste: sub oral-care-health, icon toothbrush, pack tube, share 4, colours blue red lime
names: {brand} {kind} toothpaste, {size} | {brand} toothpaste, {kind}, {size}
kinds: herbal | whitening | fluoride mint | charcoal | children's strawberry
packs: carton of 48; 39,500; 7.9; 130 g | carton of 72; 34,000; 6.2; 70 g | pack of 12; 8,900; 1.9; 130 g
origins: Ibadan | Ikeja | Agbara
about: Cleans well and leaves a fresh mouth; made in {origin} with 1,450 ppm fluoride. | A {kind} paste from {origin}, mild on the gums.
use: Sold singly or in family twin packs. | Laminated tubes that empty to the end.

first-aid: sub oral-care-health, icon adhesive-bandage, pack blister, share 3, colours teal clay
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: plasters | cotton wool | digital thermometers | face masks | mentholated balm | hand sanitiser
packs: carton of 50; 29,800; 3.8; retail pack | carton of 24; 19,500; 2.6; family pack | carton of 100; 46,000; 6.4; small pack
origins: Lagos | Onitsha | Wenzhou
about: A first-aid basic for homes, schools and vehicles, packed clean in {origin}. | Checked and dated in {origin}; safe for daily use.
use: Cards hang at the counter or on a hook. | Keep dry, and rotate by expiry date.
`);
