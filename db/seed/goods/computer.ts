import { readGoods } from "./goods.ts";

/** Computer accessories. */
export const computer = readGoods(`
keyboards: sub keyboards-mice, icon keyboard, pack devicebox, share 5, colours graphite indigo
names: {brand} {kind} keyboard, {size} | {brand} {kind} keyboards, {size}
kinds: wireless | USB | mechanical | backlit | slim Bluetooth | keyboard-and-mouse combo
packs: carton of 10; 78,500; 7.1; full size | carton of 20; 142,000; 13.6; full size | pack of 5; 49,500; 2.6; compact
origins: Shenzhen | Ikeja
about: Quiet keys with clear legends, naira sign included; tested in {origin}. | Spill-resistant and light; each batch is checked key by key in {origin}.
use: Works with any computer, no driver needed. | Bought by schools, business centres and offices.

mice: sub keyboards-mice, icon computer-mouse, pack blister, share 5, colours blue slate
names: {brand} {kind} mouse, {size} | {brand} {kind} mouse ({size})
kinds: wireless | USB optical | silent-click | gaming | rechargeable
packs: carton of 20; 76,000; 2.8; 1,600 dpi | pack of 10; 34,500; 1.4; 1,200 dpi | carton of 50; 158,000; 6.2; 1,200 dpi
origins: Dongguan | Lagos
about: Tracks on wood, cloth and glass; sampled in {origin}. | Fits both hands and clicks five million times; packed in {origin}.
use: Cells are included with the wireless models. | A small box with a good margin.

flash-drives: sub storage-drives, icon optical-disk, pack blister, share 4, colours teal clay
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: USB flash drive | USB-C flash drive | metal flash drive | two-way flash drive | key-ring flash drive
packs: pack of 10; 48,500; 0.4; 32 GB | pack of 10; 72,000; 0.4; 64 GB | pack of 20; 71,000; 0.7; 16 GB | pack of 5; 62,000; 0.3; 128 GB
origins: Taipei | Shenzhen
about: Full stated capacity, written and read back in {origin}. | Fast enough for large files; shock-tested in {origin}.
use: Printing of logos from a hundred pieces. | Five years' guarantee.

adapters: sub cables-adapters, icon linked-paperclips, pack polybag, share 4, colours slate lime
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: HDMI cable | VGA cable | USB hub | USB-C to HDMI adapter | network patch cable | laptop charger
packs: pack of 10; 24,500; 1.5; 1.5 m; cable | pack of 10; 38,000; 2.8; 3 m; cable | carton of 50; 112,000; 7.4; 1.5 m; cable | pack of 10; 72,000; 3.1; retail box | carton of 20; 139,000; 6.4; retail box
origins: Shenzhen | Ikeja | Alaba
about: Gold-plated contacts and shielded cores; tested end to end in {origin}. | A sure fit and a clean signal; packed in {origin}.
use: Sleeved one by one with a barcode. | Every IT stall needs ten of these.

laptop-bags: sub laptop-bags-stands, icon briefcase, pack tote, share 4, colours navy graphite rust
names: {brand} laptop {kind}, {size} | {brand} {kind} for laptops, {size}
kinds: backpack | sleeve | shoulder bag | trolley case | anti-theft backpack
packs: carton of 10; 112,000; 7.8; 15.6 inch | carton of 20; 208,000; 14.9; 15.6 inch | pack of 5; 49,500; 2.4; 14 inch
origins: Quanzhou | Lagos | Kano
about: Thick padding and rain-proof cloth; zips are tested in {origin}. | Roomy, with a charging port and hidden pocket; checked in {origin}.
use: Corporate logos can be embroidered. | Grey, black and navy are always in stock.

laptop-stands: sub laptop-bags-stands, icon laptop, pack carton, share 3, colours sky graphite
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: aluminium laptop stand | cooling pad | monitor riser | lap desk | webcam with microphone
packs: carton of 10; 96,500; 8.8; retail box | carton of 6; 62,000; 5.3; retail box
origins: Shenzhen | Lagos
about: Solid under the hand and easy on the neck; assembled in {origin}. | Keeps machines cool in a warm office; checked in {origin}.
use: Folds flat for the bag. | Rubber feet protect the desk.

printing: sub printing-paper, icon printer, pack carton, share 4, colours plum teal
names: {brand} {kind}, {size} | {brand} office {kind}, {size}
kinds: toner cartridge | refill ink | ink cartridge | label roll | thermal paper roll
packs: carton of 10; 124,000; 7.9; black; toner | pack of 4; 46,500; 2.1; four colours; ink | carton of 24; 118,000; 6.2; black; ink | carton of 50; 58,000; 8.2; 80 mm; roll | carton of 30; 36,500; 5.1; 57 mm; roll
origins: Zhuhai | Lagos
about: Even black to the last page; every lot is printed out in {origin}. | Fits the common office models named in the label; filled in {origin}.
use: Vacuum-packed for a two-year shelf life. | Name your printer model in the order note.

copy-paper: sub printing-paper, icon page-facing-up, pack carton, share 3, colours blue forest
names: {brand} copy paper, {size} | {brand} {kind} paper, {size}
kinds: bright white | multi-purpose | recycled | pastel
packs: carton of 5 reams; 32,500; 12.8; A4 80 g | carton of 5 reams; 29,800; 11.4; A4 70 g | carton of 3 reams; 41,500; 15.2; A3 80 g
origins: Jakarta | Lagos | Port Elizabeth
about: Jam-free paper cut square to half a millimetre, wrapped in {origin}. | Bright on both sides and dust-free; shipped through {origin}.
use: Keep on a pallet, off the floor. | Pallets of forty cartons at a better price.

networking: sub networking-power, icon wireless, pack devicebox, share 3, colours indigo mint
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: Wi-Fi router | 4G pocket router | network switch | surge protector | mini UPS for routers
packs: carton of 5; 112,000; 3.8; retail box | carton of 10; 218,000; 7.2; retail box | carton of 20; 424,000; 14.1; retail box
origins: Shenzhen | Ikeja
about: Stable under many users and easy to set up; configured and tested in {origin}. | Rides out short power cuts; burned in for a day in {origin}.
use: Unlocked for all networks. | Twelve months' replacement.
`);
