-- More of what shoppers say. A phrase that is its own kind is not answered with other goods when nobody sells it.
INSERT INTO trade_words (phrase, kind)
SELECT phrase, kind FROM (VALUES
  ('25 kg rice', 'half bag of rice, half bag rice'),
  ('oloyin beans | brown beans', 'honey beans'),
  ('milk powder', 'sachet milk'),
  ('lace', 'lace material, lace fabric'),
  ('bath soap | soap', 'toilet soap, bathing soap'),
  ('shea butter', 'ori'),
  ('solar lantern | rechargeable light', 'solar lamp, solar light'),
  ('rechargeable light | camping lamp | emergency light', 'rechargeable lamp, rechargeable lantern'),
  ('phone cases', 'iphone cover, phone casing')
) AS known (kind, phrases), regexp_split_to_table(phrases, ',\s*') AS phrase
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO trade_words (phrase, kind)
SELECT phrase, phrase FROM regexp_split_to_table(
  'match box, biro, maths, maths set, math set, mathematical set, mop, home theatre, home theater, baby carrier, motorcycle chain, bike chain, okada chain, travelling bag, travel bag, tatashe, ata rodo, mosquito racket, hair dryer, pressing iron', ',\s*') AS phrase
ON CONFLICT DO NOTHING;
