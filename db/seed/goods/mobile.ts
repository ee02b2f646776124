import { readGoods } from "./goods.ts";

/** Mobile accessories. */
export const mobile = readGoods(`
chargers: sub chargers-cables, icon electric-plug, pack blister, share 6, colours navy lime clay
names: {brand} {kind} charger, {size} | {brand} {kind} wall charger, {size}
kinds: fast-charge USB-C | dual-port | GaN | micro-USB | 3-pin | car
packs: pack of 10; 38,500; 1.4; 20 W | carton of 50; 182,000; 6.8; 20 W | pack of 20; 61,000; 2.5; 12 W; micro-USB|3-pin | pack of 10; 69,000; 1.9; 45 W; GaN
origins: Ikeja | Shenzhen | Alaba
about: A {kind} charger that holds its voltage on weak mains, tested in {origin}. | Cuts off at full charge; every batch is load-tested in {origin}.
use: UK three-pin plug, 100 to 260 volts. | Six months' replacement for dead pieces.

cables: sub chargers-cables, icon link, pack polybag, share 6, colours slate red
names: {brand} {kind} cable, {size} | {brand} fast-charge {kind} cable, {size}
kinds: USB-C | micro-USB | 3-in-1 | USB-C to USB-C | braided 8-pin | USB-A to USB-C
packs: pack of 20; 23,500; 1.1; 1 m | pack of 20; 29,800; 1.5; 1.8 m | carton of 100; 109,000; 5.4; 1 m | pack of 10; 19,900; 1; 3 m
origins: Ikeja | Dongguan | Onitsha
about: Thick copper cores and moulded ends that do not fray, checked in {origin}. | Charges and transfers data; bent ten thousand times in the {origin} test.
use: Each cable is in its own sleeve with a hook. | The fastest-moving item on a phone stall.

power-banks: sub power-banks, icon battery, pack devicebox, share 5, colours forest graphite blue
names: {brand} power bank, {size} | {brand} {kind} power bank, {size}
kinds: slim | fast-charge | solar | LED display | built-in cable
packs: carton of 10; 118,000; 3.4; 10,000 mAh | carton of 10; 196,000; 5.2; 20,000 mAh | carton of 5; 162,000; 4.4; 30,000 mAh | carton of 20; 178,000; 3.8; 5,000 mAh
origins: Shenzhen | Lagos
about: True-capacity cells and overheating protection; sampled in {origin} before shipping. | Charges two phones at once and shows what is left; assembled in {origin}.
use: A must where light is not steady. | Twelve months' guarantee on the cells.

earphones: sub earphones-speakers, icon headphone, pack devicebox, share 5, colours plum teal
names: {brand} {kind}, {size} | {brand} {kind} with mic, {size}
kinds: wireless earbuds | over-ear headphones | neckband earphones | wired earphones | gaming headset
packs: carton of 10; 84,000; 2.2; assorted colours | carton of 20; 152,000; 4.3; black | pack of 5; 46,000; 1.2; white
origins: Shenzhen | Ikeja
about: Deep, clear sound and a stable link up to ten metres; checked in {origin}. | Comfortable for hours, with a microphone that copes with traffic; selected in {origin}.
use: Retail boxes with a window and manual. | Spare tips in three sizes.

speakers: sub earphones-speakers, icon speaker-high-volume, pack carton, share 3, colours red navy
names: {brand} {kind} speaker, {size} | {brand} rechargeable {kind} speaker, {size}
kinds: Bluetooth | party | mini | FM radio | karaoke
packs: carton of 6; 96,000; 6.8; 10 W | carton of 12; 82,500; 4.9; 5 W; mini | carton of 2; 88,000; 8.2; 30 W; party|karaoke
origins: Guangzhou | Alaba | Lagos
about: Loud for its size, with eight hours on a charge; tested in {origin}. | Plays from phone, card or FM; every piece is switched on in {origin} before packing.
use: Good for shops, churches and street stalls. | Foam corners keep it safe on the road.

phone-cases: sub cases-screen-guards, icon mobile-phone, pack polybag, share 5, colours sky rose amber
names: {brand} {kind}, {size} | {brand} phone {kind}, {size}
kinds: silicone cases | clear cases | shockproof cases | flip wallet cases | tempered-glass guards | privacy screen guards
packs: pack of 20; 18,900; 1; one model | pack of 50; 42,000; 2.4; mixed models | carton of 200; 156,000; 9.2; mixed models
origins: Guangzhou | Computer Village, Ikeja
about: Precise cut-outs and raised edges round the camera; sorted by model in {origin}. | Does not yellow in the sun; packed by model in {origin}.
use: Write the models you need in the order note. | New models arrive within weeks of a phone's launch.

holders-memory: sub holders-memory, icon selfie, pack blister, share 3, colours indigo mint
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: selfie sticks | ring-light stands | car phone holders | desk holders | phone tripods
packs: carton of 20; 76,000; 5.6; retail box | pack of 10; 39,500; 2.9; retail box
origins: Yiwu | Lagos
about: Steady joints and a rubber grip for phones of all widths; checked in {origin}. | Folds flat and stays where it is put; picked in {origin} for content makers.
use: Popular with vendors who sell by live video. | Includes a remote where the model has one.

memory-cards: sub holders-memory, icon floppy-disk, pack blister, share 3, colours red graphite
names: {brand} memory card, {size} | {brand} {kind} memory card, {size}
kinds: class 10 | high-endurance | with adapter | full-speed | A1-rated
packs: pack of 10; 42,000; 0.3; 32 GB | pack of 10; 64,000; 0.3; 64 GB | pack of 20; 58,000; 0.5; 16 GB | pack of 5; 59,000; 0.2; 128 GB
origins: Taipei | Lagos
about: Real capacity, verified card by card in {origin}. | Quick enough for full-HD video; written and read back in {origin} before packing.
use: Five years' guarantee against data faults. | Security-sealed cards for the counter.
`);
