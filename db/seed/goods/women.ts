import { readGoods } from "./goods.ts";

/** Women's clothing and fashion. */
export const women = readGoods(`
ankara-gowns: sub dresses-gowns, icon dress, pack garments, share 6, colours magenta teal amber
names: {brand} {kind} gown, {size} | {brand} ladies' {kind} dress, {size}
kinds: ankara print | A-line | pleated maxi | wrap | office | boubou | shift
packs: pack of 6; 46,500; 3.2; M to XXL | pack of 12; 89,000; 6.1; mixed sizes | pack of 4; 33,800; 2.2; plus sizes
origins: Aba | Lagos Island | Ibadan | Yaba
about: Cut and sewn in {origin} with lined bodices and French seams. | A flattering {kind} style from {origin} workshops, in six prints per pack.
use: Zips are metal and hems are blind-stitched. | Boutiques sell through a pack in about two weeks.

tops-blouses: sub tops-blouses, icon womans-clothes, pack polybag, share 5, colours rose lilac
names: {brand} ladies' {kind} blouse, {size} | {brand} {kind} top, {size}
kinds: chiffon | crepe | peplum | off-shoulder | ribbed | crop | satin
packs: pack of 12; 38,400; 2.9; S to XL | pack of 6; 20,400; 1.5; one size | bale of 60 pcs; 168,000; 14.5; mixed sizes
origins: Lagos | Aba | Guangzhou | Istanbul
about: Light {kind} tops from {origin} that fall well and do not cling. | Colour-fast blouses from {origin}, checked for loose threads before packing.
use: Each piece is folded on card in its own clear bag. | Colours differ from pack to pack; tell us if you need one colour.

ankara-fabric: sub fabrics-lace, icon thread, pack roll, share 6, colours amber indigo forest
names: {brand} {kind} fabric, {size} | {brand} {kind}, {size}
kinds: ankara wax print | adire | guinea brocade | cotton voile | aso oke | atampa
packs: bundle of 10 pcs; 58,000; 8.4; 6 yards | bundle of 20 pcs; 114,000; 16.6; 6 yards | bundle of 12 pcs; 47,500; 6.2; 4 yards
origins: Abeokuta | Kaduna | Kano | Iseyin
about: Full-width {kind} from {origin} with the print on both sides. | Closely woven {kind}; the dyes were fixed in {origin} and do not run.
use: Wash cold the first time and iron on the wrong side. | Sold by the bundle with mixed patterns, no two alike.

lace: sub fabrics-lace, icon ribbon, pack bale, share 3, colours plum sand
names: {brand} {kind} lace, {size} | {brand} aso ebi {kind} lace, {size}
kinds: cord | Swiss voile | sequin | French net | dry
packs: bundle of 5 pcs; 92,000; 6.4; 5 yards | bundle of 10 pcs; 178,000; 12.6; 5 yards
origins: Lagos Island | Balogun | Dubai | St. Gallen
about: Fine {kind} lace chosen in {origin} for weddings and owambe. | Soft to wear and dense in pattern; the {origin} mill finishes both edges.
use: Matching shades can be reserved for aso ebi orders. | Dry-clean, or hand-wash in cool water.

ladies-shoes: sub womens-shoes, icon high-heeled-shoe, pack shoebox, share 5, colours red graphite blush
names: {brand} ladies' {kind}, {size} | {brand} {kind} for women, {size}
kinds: block-heel sandals | court shoes | ankle-strap heels | wedge sandals | flat mules | ballerina flats
packs: carton of 12 pairs; 96,000; 10.8; 37 to 42 | carton of 6 pairs; 51,500; 5.6; 38 to 43
origins: Aba | Onitsha | Mushin | Milan
about: Cushioned {kind} with a stitched sole, made in {origin}. | Smooth uppers and a non-slip heel tip; finished by hand in {origin}.
use: Every pair is in its own box with a spare heel tip. | True to size; the carton holds a full size run.

handbags: sub bags-purses, icon handbag, pack tote, share 5, colours brown magenta graphite
names: {brand} {kind}, {size} | {brand} ladies' {kind}, {size}
kinds: tote bags | crossbody bags | clutch purses | shoulder bags | mini backpacks | 3-in-1 handbag sets
packs: carton of 10; 74,500; 7.9; assorted colours | pack of 5; 39,800; 3.9; one colour | carton of 24; 168,000; 17.8; assorted colours
origins: Kano | Aba | Guangzhou | Lagos
about: Structured {kind} in wipe-clean leather look, lined and zipped in {origin}. | Made in {origin} with metal fittings that keep their colour.
use: Stuffed with paper, so that the shape survives the road. | A steady gift item from November to January.

scarves-hijab: sub lingerie-scarves, icon scarf, pack polybag, share 4, colours teal plum
names: {brand} {kind}, {size} | {brand} ladies' {kind}, {size}
kinds: chiffon hijabs | jersey hijabs | satin bonnets | gele head ties | pashmina scarves | turban caps
packs: pack of 12; 16,800; 1.6; plain colours | pack of 24; 31,500; 3.1; plain colours | pack of 10; 18,900; 1.5; printed
origins: Kano | Ilorin | Istanbul | Zaria
about: Soft {kind} from {origin} with a narrow rolled hem. | Opaque, light and cool: {kind} picked in {origin} for daily wear.
use: Twelve colours in a pack, from sand to wine. | Machine-wash in a bag; dries within the hour.

lingerie: sub lingerie-scarves, icon bikini, pack polybag, share 3, colours blush graphite
names: {brand} {kind}, {size} | {brand} women's {kind}, {size}
kinds: cotton briefs | seamless bras | camisoles | night dresses | waist shapers | sports bras
packs: pack of 12; 14,500; 1.1; M to XXL | pack of 24; 27,200; 2.2; mixed sizes | pack of 6; 15,900; 0.9; 32 to 40; bras
origins: Lagos | Aba | Mersin
about: Breathable {kind} with soft elastic that leaves no marks. | Close-knit {kind} finished in {origin}, with flat seams.
use: Cotton-lined and pre-washed. | Hang tags carry the size in two systems.

ladies-native: sub dresses-gowns, icon kimono, pack bale, share 3, colours indigo rose
names: {brand} {kind}, {size} | {brand} women's {kind}, {size}
kinds: two-piece iro and buba | kaftan sets | adire palazzo sets | abaya gowns | jumpsuits
packs: bale of 20 pcs; 142,000; 9.8; free size | bale of 40 pcs; 276,000; 19.4; mixed sizes | pack of 5; 38,500; 2.4; free size
origins: Abeokuta | Osogbo | Kano | Lagos
about: Comfortable {kind} sewn in {origin} from breathable cotton. | Roomy cuts with pockets; the cloth was dyed and pressed in {origin}.
use: Made for warm days and long parties. | Bales are sorted by hand: no repairs, no second quality.
`);
