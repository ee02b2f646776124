import { readGoods } from "./goods.ts";

/** Men's clothing and fashion. */
export const men = readGoods(`
t-shirts: sub shirts-t-shirts, icon t-shirt, pack bale, share 7, colours forest navy clay
names: {brand} cotton t-shirts, {kind} | {brand} men's {kind} t-shirts
kinds: mixed sizes | round neck | V-neck | heavyweight plain | striped | dry-fit
packs: bale of 40 pcs; 118,000; 8.6 | bale of 100 pcs; 286,000; 21.2 | pack of 12; 37,500; 2.6
origins: Zaria | Aba | Kano | Ikorodu
about: Combed cotton t-shirts knitted in {origin}, 180 g per square metre, with taped shoulders. | Soft, close-knit shirts from {origin} that keep their shape after washing.
use: Good for printing, uniforms and everyday wear. | Sizes run M to XXL in the ratio 1-2-2-1.

shirts: sub shirts-t-shirts, icon necktie, pack garments, share 5, colours blue sand plum
names: {brand} men's {kind} shirt, {size} | {brand} {kind} shirts, {size}
kinds: long-sleeve office | short-sleeve | checked | linen-blend | Oxford | polo | vintage print
packs: pack of 12; 64,500; 3.9; M to XXL | pack of 6; 33,800; 2; one colour | carton of 24; 124,000; 7.9; mixed sizes
origins: Aba | Lagos | Istanbul | Onitsha
about: Easy-iron {kind} shirts from {origin} with spare buttons inside. | Cut straight with a firm collar; stitched in {origin} at eighteen stitches an inch.
use: Folded on card with a collar band. | Office colours that sell all year.

jeans-trousers: sub trousers-jeans, icon jeans, pack garments, share 6, colours navy slate
names: {brand} men's {kind}, {size} | {brand} {kind}, {size}
kinds: stretch jeans | chinos | cargo trousers | plain office trousers | joggers | denim shorts
packs: pack of 10; 82,000; 6.8; 30 to 38 | pack of 5; 43,500; 3.4; 32 to 36 | bale of 50 pcs; 318,000; 33.5; mixed sizes
origins: Aba | Kano | Izmir | Lagos
about: Hard-wearing {kind} with bar-tacked pockets, made in {origin}. | Stretch cloth that holds its colour; washed and pressed in {origin}.
use: The waist sizes come as a full run. | A reorder item for menswear stalls.

senator-wear: sub native-wear-fabrics, icon sewing-needle, pack polybag, share 4, colours graphite sky rust
names: {brand} {kind}, {size} | {brand} men's {kind}, {size}
kinds: senator two-piece | kaftan and trousers | embroidered jalabiya | agbada three-piece | danshiki tops
packs: pack of 4; 78,000; 3.4; M to XXL | pack of 6; 114,000; 5.1; mixed sizes | pack of 12; 222,000; 10.2; mixed sizes
origins: Kano | Aba | Abeokuta | Kaduna
about: Neat {kind} tailored in {origin} from crease-resistant cashmere blend. | Hand-finished embroidery from {origin}; pockets and cuffs are reinforced.
use: Ready for Friday wear, weddings and naming days. | Colours in the pack are ash, navy, wine and cream.

native-fabric: sub native-wear-fabrics, icon yarn, pack roll, share 4, colours navy olive
names: {brand} {kind} material, {size} | {brand} men's {kind}, {size}
kinds: cashmere | atiku | polished cotton | wool suiting | brocade | linen
packs: bundle of 10 pcs; 84,000; 9.2; 4 yards | bundle of 5 pcs; 44,000; 4.6; 4 yards | bundle of 10 pcs; 102,000; 11.6; 5 yards
origins: Kantin Kwari | Lagos Island | Dubai | Kaduna
about: Smooth {kind} from {origin} with a dry hand and little shine. | Tailors like this {kind}: it cuts clean and takes a crease; supplied from {origin}.
use: Each piece is labelled with yardage and shade. | Shrinkage under 2 % in a cold wash.

mens-shoes: sub mens-shoes, icon mans-shoe, pack shoebox, share 5, colours cocoa graphite
names: {brand} men's {kind}, {size} | {brand} {kind} for men, {size}
kinds: leather loafers | palm slippers | lace-up shoes | half shoes | Chelsea boots
packs: carton of 12 pairs; 148,000; 14.2; 40 to 45 | carton of 6 pairs; 78,000; 7.3; 41 to 46
origins: Aba | Kano | Mushin
about: Full-grain {kind} lasted and stitched in {origin}, with a padded insole. | Polished uppers on a light rubber sole; made in {origin}.
use: Soles are glued and sewn, so they stay on. | Comes with shoe bags and a full size run.

sneakers: sub mens-shoes, icon running-shoe, pack shoebox, share 4, colours blue red mint
names: {brand} {kind} sneakers, {size} | {brand} men's {kind} trainers, {size}
kinds: canvas | running | high-top | slip-on | court | knit
packs: carton of 12 pairs; 126,000; 11.4; 40 to 45 | carton of 18 pairs; 184,000; 16.8; 39 to 45
origins: Lagos | Onitsha | Quanzhou
about: Light {kind} sneakers with a foam midsole, selected in {origin}. | Breathable uppers and a flexible sole; every carton is checked in {origin}.
use: Youth colours change every season. | Boxes show size and colour on the short side.

underwear-socks: sub underwear-socks, icon socks, pack polybag, share 4, colours slate teal
names: {brand} men's {kind}, {size} | {brand} {kind}, {size}
kinds: boxer briefs | singlets | ankle socks | dress socks | cotton boxers
packs: pack of 12; 13,400; 1.2; M to XXL | pack of 24; 25,600; 2.4; mixed sizes | pack of 60; 58,000; 5.6; mixed sizes
origins: Aba | Kano | Lagos
about: Soft {kind} in combed cotton with a firm band, knitted in {origin}. | Pre-shrunk {kind} from {origin}, flat-seamed for hot days.
use: An everyday refill for market stalls. | Retail-ready in sleeves of three.

caps-belts: sub caps-belts, icon billed-cap, pack tray, share 3, colours brown indigo
names: {brand} {kind}, {size} | {brand} men's {kind}, {size}
kinds: face caps | leather belts | hula caps | fila caps | bucket hats | wallets
packs: pack of 12; 21,500; 1.5; assorted | pack of 24; 41,000; 3; assorted | carton of 60; 96,000; 7.4; assorted
origins: Kano | Aba | Lagos | Maiduguri
about: Well-finished {kind} from {origin}, in the colours of the season. | Stitched in {origin}; buckles, eyelets and peaks are checked one by one.
use: A small item with a good margin at the till. | Packed in display trays.
`);
