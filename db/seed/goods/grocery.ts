import { readGoods } from "./goods.ts";

/** Groceries: rice, grains, beans and flours; oils, spices, salt, sugar and honey; drinks, tins and snacks. */
export const grocery = readGoods(`
parboiled-rice: sub rice-grains, icon cooked-rice, pack sack, share 12, colours gold forest clay blue
names: {brand} long-grain parboiled rice | {brand} parboiled rice, {kind} | {brand} {kind} parboiled rice
kinds: stone-free | double-polished | premium grade | extra-long grain | party grade | colour-sorted
packs: 5 kg bag; 8,900; 5.1 | 10 kg bag; 17,200; 10.1 | 25 kg bag; 40,500; 25.2 | 50 kg bag; 78,500; 50.3
origins: Kebbi | Kano | Ebonyi | Jigawa | Sokoto
about: Long-grain rice, parboiled and colour-sorted in {origin}, with grains that stay separate after cooking. | A dependable {kind} rice from {origin} mills for jollof, fried rice and large catering pots. | Parboiled rice from the {origin} harvest, cleaned twice so that there are no stones or husks in the bag.
use: Swells well: one derica feeds about four people. | A steady seller for food shops, canteens and party caterers. | Cooks in about 25 minutes and holds its shape in stew.

ofada-rice: sub rice-grains, icon sheaf-of-rice, pack sack, share 5, colours rust olive
names: {brand} local ofada rice | {brand} ofada rice, {kind}
kinds: unpolished | hand-picked | destoned | brown grain | short grain
packs: 5 kg bag; 11,800; 5.1 | 10 kg bag; 22,900; 10.1 | 25 kg bag; 55,000; 25.2 | 50 kg bag; 107,000; 50.3
origins: Ogun | Ofada | Abeokuta | Ekiti | Osun
about: Unpolished short-grain rice grown around {origin}, with the earthy aroma that ofada stew asks for. | Local ofada from {origin} farms, destoned by machine and picked over by hand before bagging.
use: Popular with restaurants that serve it in leaves with ayamase. | Rinse and soak for half an hour for a softer grain.

basmati-rice: sub rice-grains, icon curry-rice, pack pouch, share 4, colours indigo gold
names: {brand} basmati rice, {kind} | {brand} {kind} basmati rice
kinds: aged 12 months | extra-long grain | golden sella | white | diet-friendly brown
packs: 5 kg bag; 22,500; 5.1 | 10 kg bag; 43,800; 10.2 | 20 kg bag; 84,000; 20.3
origins: northern India | Punjab | Haryana
about: Aged basmati from {origin} that lengthens to twice its size and keeps a dry, fragrant grain. | Fragrant basmati imported from {origin} and repacked in moisture-proof bags with a zip.
use: Chosen by hotels and event kitchens for biryani and fried rice. | A good shelf item for supermarkets with health-minded customers.

local-rice: sub rice-grains, icon rice-ball, pack sack, share 7, colours lime red
names: {brand} stone-free local rice | {brand} Nigerian rice, {kind} | {brand} {kind} local rice
kinds: short grain | new harvest | white | medium grain | tuwo grade
packs: 10 kg bag; 14,900; 10.1 | 25 kg bag; 35,800; 25.2 | 50 kg bag; 68,500; 50.3 | 100 kg bag; 134,000; 100.6
origins: Abakaliki | Argungu | Bida | Lafia | Makurdi
about: Rice grown and milled in {origin}, with the fuller taste that home cooks ask for. | Fresh from the {origin} mills: clean, stone-free grain with little breakage.
use: The soft grades are right for tuwo and masa. | Priced for shops that sell by the mudu or derica. | Moves quickly in open-market stalls and school kitchens.

maize: sub rice-grains, icon ear-of-corn, pack sack, share 4, colours amber forest
names: {brand} {kind} maize | {brand} dried maize, {kind}
kinds: white | yellow | popping | feed grade | sun-dried
packs: 25 kg bag; 16,500; 25.2 | 50 kg bag; 31,800; 50.3 | 100 kg bag; 62,000; 100.5
origins: Kaduna | Katsina | Funtua | Saminaka
about: Dry maize from {origin} stores, below 13 % moisture and free of weevils. | Shelled and winnowed in {origin}; even grains with very little dust.
use: For pap, tuwo, popcorn stands or poultry feed, depending on the grade. | Tested for moisture before each loading.

millet-sorghum: sub rice-grains, icon fallen-leaf, pack sack, share 3, colours brown sand
names: {brand} {kind} | {brand} cleaned {kind}
kinds: white millet | red sorghum | white sorghum | fonio (acha) | wheat berries
packs: 10 kg bag; 12,400; 10.1 | 50 kg bag; 38,500; 50.3 | 100 kg bag; 75,000; 100.5
origins: Yobe | Borno | Gombe | Plateau
about: Cleaned {kind} from {origin} growers, sieved three times. | New-season {kind} from {origin}, sold in double-lined sacks.
use: For kunu, fura, pap and swallow. | Keeps for a year in a dry store.

brown-beans: sub beans-legumes, icon beans, pack sack, share 7, colours rust cocoa teal
names: {brand} brown beans, {kind} | {brand} {kind} brown beans
kinds: oloyin grade | hand-picked | drum variety | new harvest | weevil-free
packs: 5 kg bag; 9,400; 5.1 | 25 kg bag; 43,250; 25.2 | 50 kg bag; 84,500; 50.3 | 100 kg bag; 166,000; 100.5
origins: Borno | Maiduguri | Gombe | Jos
about: Sweet brown beans from {origin} that cook soft in under an hour. | Sorted by sieve and by hand in {origin}, so there are few broken beans and no stones.
use: The beans behind good moin-moin, ewa agoyin and porridge. | Stored in hermetic bags, without chemicals, until the day of dispatch.

white-beans: sub beans-legumes, icon pea-pod, pack sack, share 4, colours sky sand
names: {brand} {kind} beans | {brand} {kind} beans, cleaned
kinds: white iron | black-eyed | small white | soya | bambara (okpa)
packs: 10 kg bag; 15,800; 10.1 | 50 kg bag; 74,500; 50.3 | 100 kg bag; 146,000; 100.5
origins: Kano | Mubi | Benue | Enugu
about: Clean dry beans from {origin} with a thin skin that peels easily. | Even-sized beans from {origin}, graded for akara makers.
use: Peels fast for akara and moin-moin. | Bought by schools and canteens for its price per plate.

groundnuts: sub beans-legumes, icon peanuts, pack sack, share 3, colours amber plum
names: {brand} groundnuts, {kind} | {brand} {kind} groundnuts
kinds: raw red skin | roasted and salted | peeled | kampala | boiling grade
packs: 10 kg bag; 21,500; 10.1 | 25 kg bag; 52,000; 25.2 | 50 kg bag; 102,000; 50.3
origins: Kano | Bauchi | Zamfara | Katsina
about: Full-bodied groundnuts from {origin}, sorted for size and free of mould. | Dry, sweet nuts of an even colour, bought at the farm gate in {origin}.
use: For bottling, kuli-kuli, soups and snack packs. | Tested for moisture, so they roast evenly.

garri: sub flour-pasta, icon bowl-with-spoon, pack sack, share 5, colours gold mint
names: {brand} garri, {kind} | {brand} {kind} garri
kinds: yellow | white | Ijebu style | extra-dry | fine grain
packs: 5 kg bag; 5,200; 5.1 | 25 kg bag; 22,800; 25.2 | 50 kg bag; 43,500; 50.3
origins: Ijebu-Ode | Benin | Owerri | Ughelli
about: Crisp garri fried in {origin}, sour enough for soaking and firm enough for eba. | Sieved fine in {origin} and cooled before bagging, so it stays dry.
use: Swells to three times its volume in cold water. | A daily seller near schools and hostels.

wheat-flour: sub flour-pasta, icon bread, pack sack, share 4, colours blue clay
names: {brand} {kind} | {brand} {kind}, baker's pack
kinds: bread flour | semolina | all-purpose flour | yam flour (elubo) | plantain flour
packs: carton of 10 x 1 kg; 15,600; 10.6 | 10 kg bag; 14,200; 10.1 | 25 kg bag; 33,500; 25.2 | 50 kg bag; 64,500; 50.3
origins: Apapa | Port Harcourt | Calabar | Ilorin
about: Finely milled {kind} from {origin}, sifted twice for an even crumb. | {brand} {kind} is milled in {origin} and sealed on the same day.
use: Made for bakeries, snack kitchens and family packs. | Consistent from bag to bag, so recipes need no change.

pasta-noodles: sub flour-pasta, icon spaghetti, pack carton, share 6, colours clay amber navy
names: {brand} family {kind}, {size} | {brand} {kind}, {size}
kinds: macaroni | instant noodles, chicken flavour | instant noodles, onion flavour | slim spaghetti | spaghetti | couscous
packs: carton of 20; 18,900; 10.4; 500 g | carton of 40; 9,800; 3.1; 70 g; noodles | carton of 24; 11,600; 3.4; 120 g; noodles | carton of 12; 21,800; 12.4; 1 kg
origins: Agbara | Kano | Sango Ota | Ibadan
about: Made from durum semolina in {origin}; firm after ten minutes of boiling. | A quick meal from the {origin} line that keeps its bite and takes sauce well.
use: Small packs for kiosks and lunch boxes, steady all year. | Display-ready cartons with a tear-open front.

palm-oil: sub oils-spices, icon coconut, pack jerrycan, share 6, colours clay amber
names: {brand} red palm oil, {kind} | {brand} palm oil, {kind}
kinds: unadulterated | fresh press | low cholesterol | first grade | Banga grade
packs: 5 L keg; 11,900; 4.8 | 10 L keg; 23,000; 9.5 | 25 L keg; 55,500; 23.4
origins: Okitipupa | Benin | Umuahia | Uyo | Abak
about: Fresh red palm oil pressed in {origin}, bright in colour and slow to sleep. | Filtered twice in {origin} and filled without dye or additives.
use: For banga, egusi and pepper stew, at home or by the pot. | Sealed with a tamper ring; kegs can be returned.

vegetable-oil: sub oils-spices, icon olive, pack jerrycan, share 5, colours gold lime
names: {brand} {kind} oil, {size} | {brand} pure {kind} oil, {size}
kinds: groundnut | vegetable | soya | sunflower | coconut
packs: carton of 12; 28,800; 11.8; 1 L | carton of 6; 34,200; 17.4; 3 L | carton of 4; 44,000; 19.4; 5 L | 25 L keg; 71,500; 23.6; 25 L
origins: Kano | Ibafo | Ilorin | Aba
about: Light {kind} oil refined in {origin}, clear to the bottom of the bottle and enriched with vitamin A. | Deodorised {kind} oil from {origin} that can be used for several fryings.
use: A choice of restaurants, chips stands and home cooks. | Does not foam and leaves no smell on the food.

spices: sub oils-spices, icon hot-pepper, pack jar, share 5, colours red olive amber
names: {brand} {kind}, {size} | {brand} pure {kind}, {size}
kinds: cameroon pepper | curry powder | dried thyme | suya spice (yaji) | ginger powder | chilli pepper | turmeric
packs: carton of 24; 16,800; 3.2; 100 g | carton of 12; 15,400; 3.4; 200 g | carton of 6; 19,500; 3.6; 500 g
origins: Kaduna | Zaria | Jos | Nsukka
about: Dried slowly in {origin} and ground in small lots, so that the aroma is still there when the jar is opened. | Pure {kind} from {origin}: no starch, no colouring.
use: Shaker jars with a seal, ready for the shelf. | A small jar goes a long way in soups and marinades.

seasoning: sub oils-spices, icon garlic, pack sachets, share 4, colours forest red
names: {brand} seasoning {kind}, {size} | {brand} {kind} seasoning, {size}
kinds: cubes, beef | powder, chicken | powder, crayfish | cubes, locust bean | powder, jollof
packs: carton of 24; 19,800; 10.2; 400 g | carton of 40; 14,500; 5.4; 100 g | pack of 50; 4,900; 0.6; 10 g
origins: Sango Ota | Agbara | Onitsha
about: A rounded seasoning blended in {origin} with real herbs and iodised salt. | Dissolves at once and does not cloud the pot; blended in {origin}.
use: One cube or sachet seasons a pot for four. | Hang the strips at the counter: they sell themselves.

salt-sugar: sub oils-spices, icon salt, pack pouch, share 4, colours sky rose
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: iodised salt | granulated sugar | brown sugar | cube sugar | sea salt
packs: bale of 20; 12,600; 20.3; 1 kg | bale of 40; 13,900; 20.4; 500 g | bale of 10; 18,400; 20.2; 2 kg
origins: Apapa | Port Harcourt | Numan
about: Free-flowing {kind}, packed in {origin} in moisture-proof film. | Fine, white and dry: {kind} from the {origin} refinery line.
use: A staple with a steady turn in every neighbourhood shop. | Every pouch is weighed and printed with its batch.

honey: sub oils-spices, icon honey-pot, pack jar, share 2, colours amber brown
names: {brand} natural honey, {size} | {brand} {kind} honey, {size}
kinds: wild forest | acacia | raw | strained | ginger-infused
packs: carton of 12; 38,500; 7.4; 500 g | carton of 24; 42,000; 7.8; 250 g | carton of 6; 36,800; 7.2; 1 kg
origins: Oyo | Taraba | Ogbomoso | Plateau
about: Honey gathered by beekeepers around {origin}, strained cold and never diluted. | Dark, full honey from {origin} with the season's flowers in it.
use: Sets in cool weather; warm the jar in water to clear it. | A gift item as well as a kitchen one.

table-water: sub drinks-water, icon droplet, pack multipack, share 5, colours sky teal
names: {brand} table water, {size} | {brand} {kind} water, {size}
kinds: still spring | alkaline | purified | mineral | sparkling
packs: pack of 12; 2,450; 9.3; 75 cl | pack of 20; 2,600; 10.4; 50 cl | pack of 12; 3,300; 18.3; 1.5 L | pack of 24; 3,100; 8.1; 33 cl
origins: Ikogosi | Jos | Obudu | Ibadan
about: Clean, neutral water from {origin}, treated by reverse osmosis and ozone. | Bottled near {origin} on an automatic line, with a sealed cap on every bottle.
use: For events, offices, kiosks and cold boxes on the road. | Shrink-wrapped packs that stand ten high on a pallet.

soft-drinks: sub drinks-water, icon beverage-box, pack crate, share 5, colours red lime plum
names: {brand} {kind} drink, {size} | {brand} {kind}, {size}
kinds: orange | zobo | malt | ginger ale | bitter lemon | pineapple and coconut | tiger nut (kunu aya)
packs: crate of 24; 8,900; 15.8; 35 cl | pack of 12; 5,200; 6.4; 50 cl | pack of 24; 11,800; 9.2; 33 cl can | pack of 6; 6,800; 6.3; 1 L
origins: Ota | Asejire | Aba | Kaduna
about: A bright {kind} drink from {origin}, best served very cold. | Made in {origin} with real fruit or grain and less sugar than most.
use: Sells fastest in traffic, at events and beside hot food. | Pasteurised; keeps eight months unopened.

milk-cocoa: sub drinks-water, icon glass-of-milk, pack tin, share 5, colours blue cocoa
names: {brand} {kind}, {size} | {brand} {kind} tin, {size}
kinds: full-cream milk powder | filled milk powder | cocoa drink | evaporated milk | custard powder, vanilla
packs: carton of 12; 46,500; 6.1; 400 g | carton of 6; 49,000; 6.8; 900 g | carton of 24; 21,800; 5.2; 160 g
origins: Agbara | Ikorodu | Jos | Vom
about: A breakfast favourite blended in {origin}, rich in calcium and quick to dissolve. | {brand} {kind} is filled in {origin} under seal, with a measuring line inside the lid.
use: Asked for every morning; keep it at eye level. | Close the lid well and use within six weeks of opening.

tea-coffee: sub drinks-water, icon hot-beverage, pack carton, share 3, colours forest cocoa
names: {brand} {kind}, {size} | {brand} {kind}, box of {size}
kinds: highland black tea | green tea | hibiscus tea | ginger and lemon tea | moringa tea
packs: carton of 24; 24,600; 2.9; 25 bags | carton of 36; 22,900; 2.4; 20 bags | carton of 12; 21,500; 2.6; 50 bags
origins: Mambilla | Gembu | Kusuku
about: Picked on the {origin} highlands and packed within the season. | A clear, brisk cup from {origin} leaves, one bag to a large mug.
use: Suits tea stands, hotels and office kitchens. | Foil-wrapped inside, so it keeps its aroma.

tomato-paste: sub tinned-sauces, icon tomato, pack sachets, share 5, colours clay forest
names: {brand} tomato paste, {size} sachet | {brand} {kind}, {size} sachet
kinds: tomato mix with pepper | double concentrate tomato | jollof stew base | tomato and onion paste
packs: carton of 50; 10,900; 3.9; 70 g | carton of 100; 20,900; 7.6; 70 g | carton of 24; 14,800; 5.5; 210 g
origins: Kadawa | Gombe | Jos | Kano
about: Made from {origin} tomatoes, thick and red without added colour. | A smooth paste with 28 % solids, cooked down in {origin}.
use: Fries in ten minutes and does not taste sour. | One sachet thickens a family stew.

tinned-fish: sub tinned-sauces, icon fish, pack tin, share 3, colours teal red
names: {brand} {kind}, {size} | {brand} tinned {kind}, {size}
kinds: sardines in oil | mackerel in tomato | tuna flakes | sweet corn | baked beans | green peas
packs: carton of 50; 46,000; 7.4; 125 g | carton of 24; 31,500; 11.2; 400 g | carton of 48; 52,000; 9.6; 155 g
origins: Agadir | Lagos | Lomé
about: Packed in {origin} under steady cold chain, in tins with an easy-open ring. | Tender pieces and a clean sauce, sterilised in {origin} and dated for three years.
use: For bread, rice or noodles; a long-keeping shelf item. | Cartons stack straight, with little loss in transport.

biscuits-snacks: sub snacks-breakfast, icon cookie, pack carton, share 5, colours amber rose blue
names: {brand} {kind}, {size} | {brand} {kind} ({size})
kinds: cabin biscuits | cream crackers | shortbread | chin chin | coconut biscuits | milk cookies
packs: carton of 48; 7,900; 2.9; 45 g | carton of 24; 9,600; 3.8; 120 g | carton of 12; 11,200; 4.6; 350 g
origins: Oregun | Ibadan | Onitsha | Kano
about: Baked in {origin} with real butter notes and not too much sugar. | Crisp to the last piece, thanks to the sealed inner wrap; baked in {origin}.
use: Right for school kiosks and counter jars. | A quick seller at break time and on the road.

plantain-chips: sub snacks-breakfast, icon banana, pack pouch, share 3, colours gold forest
names: {brand} plantain chips, {kind}, {size} | {brand} {kind} chips, {size}
kinds: ripe plantain | unripe plantain | peppered plantain | sweet potato | cassava
packs: carton of 60; 13,800; 2.8; 40 g | carton of 40; 14,900; 3.6; 80 g | carton of 20; 15,600; 4.4; 200 g
origins: Ondo | Ikom | Epe | Ore
about: Sliced thin in {origin} and fried in fresh vegetable oil. | Made from {origin} plantains the day after harvest; light, dry and crunchy.
use: Nitrogen-filled pouches keep it crisp for four months. | Hangs on a strip or stands on the shelf.

cereals: sub snacks-breakfast, icon steaming-bowl, pack devicebox, share 2, colours amber indigo
names: {brand} {kind}, {size} | {brand} breakfast {kind}, {size}
kinds: corn flakes | oats | maize and soya cereal | millet puffs | honey rice crisps
packs: carton of 12; 27,500; 5.2; 350 g | carton of 6; 24,800; 5.4; 750 g | carton of 24; 18,600; 3.1; 100 g
origins: Ikeja | Kaduna | Ogun
about: Toasted in {origin} from local grain, with iron and B vitamins added. | A crunchy start to the day, made in {origin}.
use: Serve cold or warm with milk. | The inner bag closes again, so it stays fresh.
`);
