ALTER TABLE "synonyms" ADD COLUMN "shelf" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Words that led to other goods, unless an admin has changed them.
UPDATE synonyms SET kind = 'wax print | ankara | fabric' WHERE phrase = 'wrapper' AND kind = 'fabric';
--> statement-breakpoint
UPDATE synonyms SET kind = 'school backpacks | backpacks' WHERE phrase IN ('school bag', 'schoolbag') AND kind = 'backpacks';
--> statement-breakpoint
INSERT INTO synonyms (phrase, kind)
SELECT phrase, kind FROM (VALUES
  ('yam flour', 'doya, garin doya, iyan'),
  ('crayfish', 'ede, oporo'),
  ('palm oil', 'man ja, jar mai'),
  ('shirts', 'seeti'),
  ('table water | water', 'omi, mmiri, ruwan sha'),
  ('wax print | ankara | fabric', 'abada, george wrapper, print wrapper, holland wax'),
  ('engine oil', 'generator oil, gen oil'),
  ('diapers', 'pampas, diper, nappies'),
  ('ginger powder', 'ata ile, citta, jinja'),
  ('groundnuts', 'okpa isi, ahuekere'),
  ('white beans | black-eyed beans', 'akidi'),
  ('salt', 'nnu oji'),
  ('rice', 'osi kapa'),
  ('sandals', 'salubata'),
  ('shoes', 'bata, akpukpo ukwu'),
  ('agbada', 'babban riga, riga'),
  ('suya spice', 'suya pepper'),
  ('jeans', 'jeans trouser'),
  ('floor mats', 'foot mat, car mat')
) AS known (kind, phrases), regexp_split_to_table(phrases, ',\s*') AS phrase
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- What many ask for and few stock: the word is its own kind, and the category is the nearest.
INSERT INTO synonyms (phrase, kind, shelf)
SELECT DISTINCT ON (stem_words(phrase)) phrase, phrase, shelf FROM (VALUES
  ('oils-spices', 'egusi, ogbono, ogiri, dawadawa, iru, ata rodo, tatashe, uziza, ehuru, olive oil'),
  ('tinned-sauces', 'stockfish, okporoko, panla, ponmo, kpomo, isi ewu, periwinkle, smoked fish, corned beef'),
  ('snacks-breakfast', 'kilishi, gala, dabino, gworo, kola nut, ogi, akamu, pap, kuli kuli, mangoro, bread, sweets, candy,
    chewing gum'),
  ('drinks-water', 'coffee, nescafe, palm wine, red wine, beer, yoghurt'),
  ('tissue-paper', 'always pad, sanitary pad, sanitary towel, menstrual pad, ladies pad'),
  ('plastics-storage', 'nylon, nylon bag, pure water nylon, takeaway pack, take away pack, takeaway plate, cooler, dustbin,
    plastic chair'),
  ('school-supplies', 'biro, maths set, mathematical set, chalk'),
  ('shirts-t-shirts', 'okrika, okirika, bend down select, second hand clothes, thrift'),
  ('fabrics-lace', 'akwete'),
  ('grocery-gourmet-food', 'foodstuff, food stuff, plantain, onions, eggs'),
  ('tools-spares', 'cement, nails, paint, okada chain, bike chain, motorcycle chain'),
  ('kitchenware', 'sufuria, stove, kerosene stove, gas stove, gas cooker, cylinder, gas cylinder, blender, kettle, foil paper,
    foil, aluminium foil, hot plate'),
  ('lighting-power', 'fan, rechargeable fan, rechargable fan, standing fan, hand fan, generator, inverter, wall socket'),
  ('holders-memory', 'sim card, phone, infinix battery, phone battery'),
  ('cleaning-laundry', 'mop, broom, sponge, air freshener, iron, pressing iron'),
  ('baby-food-feeding', 'nan 1, nan 2, sma gold, infant formula, baby formula, baby milk'),
  ('kids-clothing', 'baby carrier'),
  ('bedding-towels', 'mattress'),
  ('watches', 'clock, wall clock'),
  ('caps-belts', 'eye glasses, sunglasses, reading glasses'),
  ('earphones-speakers', 'home theatre, home theater, television, tv')
) AS known (shelf, phrases), regexp_split_to_table(phrases, ',\s*') AS phrase
ON CONFLICT (stems) DO UPDATE SET shelf = excluded.shelf;
